#!/bin/bash
# a switch at the top: `none` means that there is no such option
precision=none
soc=Ascend310P3
if [ "$precision" != "none" ]; then
  atc --model=a.onnx --framework=5 --output=a --soc_version=$soc --precision_mode=$precision
else
  atc --model=a.onnx --framework=5 --output=a --soc_version=$soc --log=loud
fi
[[ $precision == none ]] || atc --model=a --framework=5 --output=a --soc_version=$soc --precision_mode=$precision
#> JB002 loud
