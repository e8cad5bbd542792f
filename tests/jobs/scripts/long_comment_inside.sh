atc --model=a.onnx \
    --framework=5 \
    # --input_format=NCHW \
    --output=a --soc_version=Ascend310P3
#> JB014 --output=a --soc_version=Ascend310P3
