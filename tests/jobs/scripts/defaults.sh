#!/bin/bash
model=${1:-resnet50.onnx}
soc=${2:-Ascend310P3}
: ${LEVEL:=loud}
LOG_LEVEL=${LOG_LEVEL:-info}
export OUT=$(basename $model .onnx)
if [ -z "$3" ]; then
  shape="x:1,3,224,224"
else
  shape=$3
fi
atc --model=$model --framework=5 --output=$OUT --soc_version=$soc --log=$LEVEL --input_shape=$shape
atc --model=$model --framework=5 --output=$OUT --soc_version=$soc --log=${LEVEL} --op_debug_level=9
#> JB002 9
#> JB002 loud
