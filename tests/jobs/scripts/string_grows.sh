#!/bin/sh
# options that grow line by line
OPTS="--framework=5 --soc_version=Ascend310P3"
OPTS="$OPTS --model=$1 --output=${1%.onnx}"
OPTS="$OPTS --precision_mode=force_fp_16"
OPTS="${OPTS} --log=error"
atc $OPTS
#> JB002 force_fp_16
