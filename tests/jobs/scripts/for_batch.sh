#!/bin/bash
for bs in 1 4 8 16
do
    atc --model=fastreid.onnx --framework=5 --output=fastreid_bs${bs} --input_shape="image:${bs},3,256,128" --soc_version=$1 --input_format=NCWH
done
#> JB330 NCWH
