#!/bin/bash
# convert <model> <batch size> <version>
function convert() {
  local model=$1
  local bs=$2
  local soc=$3
  atc --model=${model}.onnx --framework=5 --output=${model}_bs${bs} \
      --input_shape="images:${bs},3,640,640" --soc_version=$soc \
      --op_select_implmode=$4
}

convert yolov5s 1 Ascend310P3 high_precision
convert yolov5m 4 Ascend310P3 high_preformance
convert yolov5l 8 "$SOC" high_performance
#> JB002 $4
