#!/bin/bash
# the shapes of a loop: gears need a -1 each
for gears in "1;2;4" "1,224;2,448"; do
  atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 \
    --input_shape="x:-1,3,224,224" --dynamic_dims="$gears"
done
#> JB009 $gears
