atc --model=a.onnx \
    --framework=5 \
    --output=a \
    --soc_version=Ascend310P3 \
    --log=errors
#> JB002 errors
