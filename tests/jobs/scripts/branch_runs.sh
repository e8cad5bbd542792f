#!/bin/bash
# within a branch its own options are known
if [ "$1" = "a" ]; then
  MODE=force_fp_16
  atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310 --precision_mode=$MODE
else
  MODE=force_fp16
  atc --model=b.onnx --framework=5 --output=b --soc_version=Ascend310 --precision_mode=${MODE}
fi
#> JB002 $MODE
