#!/bin/bash
MODE=force_fp16
n=0
while read -r model shape; do
  atc --model=$model --framework=5 --output=m$n --input_shape="$shape" --soc_version=Ascend310P3 \
    --precision_mode=$MODE --log=loud
  MODE=none
  n=$((n+1))
done < models.txt
#> JB002 loud
