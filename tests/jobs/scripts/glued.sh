atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 atc --model=b.onnx --framework=5 --output=b --soc_version=Ascend310P3
#> JB014 atc
