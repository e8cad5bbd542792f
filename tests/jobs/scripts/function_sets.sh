#!/bin/bash
MODE=none
configure() {
  if [ "$1" == "310" ]; then MODE=force_fp16; return; fi
  MODE=allow_mix_precision
}
configure $1
atc --model=a --framework=5 --output=o --soc_version=Ascend310P3 --precision_mode=$MODE
#
