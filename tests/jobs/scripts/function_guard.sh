#!/bin/bash
# the call with an empty mode returns before
convert() {
  [ -z "$2" ] && return 0
  [ "$2" == skip ] && { echo skipped; return; }
  atc --model=$1 --framework=5 --output=$1 --soc_version=Ascend310 --precision_mode=$2
}
convert a skip
convert b force_fp16
