atc --model=models/*.onnx --framework=5 --output=a --soc_version=Ascend310P3 --out_nodes="a:0;b:0" --input_shape="x:1,3,?,?"
#> JB005 models/*.onnx
