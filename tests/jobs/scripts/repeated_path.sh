/usr/local/Ascend/ascend-toolkit/latest/atc/bin/atc atc --framework=5 --model=x.onnx --output=x --soc_version=Ascend310P3 --input_shape="x:1,3,224,224"
#> JB014 atc
