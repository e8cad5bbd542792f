#!/bin/bash
# resnet50: the options in an array
set -e
source /usr/local/Ascend/ascend-toolkit/set_env.sh
ARGS=(
  --model=./resnet50.onnx
  --framework=5          # ONNX
  --output=resnet50_bs1
  --input_shape="actual_input_1:1,3,224,224"
)
ARGS+=(--soc_version=Ascend310P3)
ARGS+=(--log=loud --op_select_implmode high_preformance)
atc "${ARGS[@]}"
#> JB002 loud
#> JB002 high_preformance
