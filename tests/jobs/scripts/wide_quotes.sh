atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --input_shape=“x:1,3,224,224”
#> JB014 “x:1,3,224,224”
