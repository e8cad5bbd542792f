#!/bin/bash
find ./onnx -name "*.onnx" -type f -exec atc --model={} --framework=5 --output={} \
    --soc_version=Ascend310P3 --log=loud \;
find . -name '*.pb' -exec sh -c 'atc --model="$1" --framework=3 --output="${1%.pb}" --soc_version=Ascend310 --output_type=FP_16' _ {} \;
find . -name "*.txt" -exec grep atc --model {} +
#> JB002 loud
#> JB002 FP_16
