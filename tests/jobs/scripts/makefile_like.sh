#!/bin/bash
declare -A SHAPES=(
  [resnet]="x:1,3,224,224"
  [bert]="ids:1,128"
)
for name in "${!SHAPES[@]}"; do
  atc --model=$name.onnx --framework=5 --output=$name --input_shape="${SHAPES[$name]}" --soc_version=Ascend310P3
done
for pair in "a.onnx:FP32" "b.onnx:fp16"; do
  model=${pair%%:*}
  type=${pair##*:}
  atc --model=$model --framework=5 --output=o --soc_version=Ascend310P3 --output_type=$type --log=loud
done
printf -v OUT "%s_%s" a b
atc --model=a.onnx --framework=5 --output=$OUT --soc_version=Ascend310P3 --output_type=FP32
#> JB002 loud
