#!/bin/bash
# `default` takes another way: no value of the loop gets to a command that refuses it
for mode in default force_fp16 skipped; do
  if [ $mode == default ]; then
    atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend910B3
    continue
  fi
  [ $mode = skipped ] && continue
  atc --model=a.onnx --framework=5 --output=a_$mode --soc_version=Ascend910B3 --precision_mode=$mode
done
for mode in none fp16 stop mixed_float16 more; do
  name=a_$mode
  case "$mode" in
    none) flag="" ;;
    stop) break ;;
    *) flag="--precision_mode_v2=$mode" ;;
  esac
  atc --model=a.onnx --framework=5 --output=$name --soc_version=Ascend910B3 $flag
done
for f in a none; do
  test "$f" = none || atc --model=$f.onnx --framework=5 --output=$f --soc_version=Ascend910B3 --log=$f
done
