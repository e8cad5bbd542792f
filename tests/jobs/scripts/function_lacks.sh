#!/bin/bash
# the second call has no output
convert() { atc --framework=5 --soc_version=Ascend310P3 "$@"; }
convert --model=a.onnx --output=a
convert --model=b.onnx
#> JB013 atc
