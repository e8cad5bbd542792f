#!/bin/bash
# batch sizes and types: one of the types there is not
models="resnet18 resnet50"
for type in FP32 fp16; do
  mkdir -p out/$type && cd out/$type
  for bs in 1 4 8; do
    for m in $models
    do
      echo "=== $m $bs $type"
      atc --model=$m.onnx --framework=5 --output=${m}_${bs} --input_shape="x:${bs},3,224,224" \
        --soc_version=$SOC --output_type=$type || exit 1
    done
  done
  cd -
done
#> JB002 $type
