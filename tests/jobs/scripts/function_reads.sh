#!/bin/bash
# the function is written before its variable is set, and called after
convert() {
  atc --model=$MODEL --framework=5 --output=${MODEL}_om --soc_version=Ascend310P3 --precision_mode=$MODE
}
MODEL=a.onnx
MODE=fp16
convert
MODE=force_fp16
convert
#> JB002 $MODE
