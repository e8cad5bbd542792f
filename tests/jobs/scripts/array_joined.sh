#!/bin/bash
options=(--model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3)
options+=("--input_shape=x:1,3,640,640" --precision_mode=fp16)
cmd="atc ${options[*]}"
echo "$cmd"
eval $cmd
#> JB002 fp16
