#!/bin/bash
models=(a b c)
types=("FP32" "FP16" "FP64")
for i in 0 1 2; do
  atc --model=${models[$i]}.onnx --framework=5 --output=${models[i]} --soc_version=Ascend310P3 --output_type=${types[$i]}
done
for t in "${types[@]}"; do
  atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --output_type=$t
done
for ((i=0; i<${#models[@]}; i++)); do
  atc --model=${models[i]}.onnx --framework=5 --output=o$i --soc_version=Ascend310P3 --log=loud
done
for size in {1..4} $(seq 8 4 16); do
  atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --input_shape="x:$size,3"
done
#> JB002 $t
#> JB002 loud
