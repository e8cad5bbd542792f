#!/bin/bash
case "${1##*.}" in
  onnx)
    framework=5 ;;
  pb) framework=3 ;;
  prototxt)
    framework=0
    weight="--weight=$2" ;;
  *) echo "unknown"; exit 1 ;;
esac
atc --model=$1 --framework=$framework $weight --output=out --soc_version=${SOC:?} --output_type=fp32
#> JB002 fp32
