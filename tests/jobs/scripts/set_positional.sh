#!/bin/sh
set -- --model=net.onnx --framework=5 --output=net
set -- "$@" --soc_version=Ascend310P3
set -- "$@" --output_type=fp16
atc "$@"
#> JB002 fp16
