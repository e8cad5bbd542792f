# 模板：请替换尖括号、花括号中的内容
# Nothing in brackets is a value, in whatever language and with whatever blanks.
atc --model={output path}/a.onnx --framework=5 --output={输出 路径}/x --soc_version=Ascend310P3
atc --model=<your model>.onnx --framework=5 --output=x --soc_version=<芯片 型号>
atc --model=/home/<user name>/a.onnx --framework=5 --output=x --soc_version=Ascend<chip name>
atc --model=a.onnx --framework=5 --output=x --soc_version=Ascend{chip name}
atc --model=（your model） --framework=5 --output=《输出 名称》 --soc_version=【芯片 型号】
atc --model=[model path] --framework=5 --output={ output name } --soc_version=Ascend310P3
atc --model=a.onnx --framework=5 --output=x_bs{batch size} --soc_version=Ascend310P3 --input_shape=x:{batch size},3,224,224
atc --model=a.onnx --framework=5 --output=x --soc_version=Ascend310P3 --input_shape="x:<batch size>,3,224,224"
atc --model=${your model path}/a.onnx --framework=5 --output=${输出 文件} --soc_version=${soc version}
atc --model "${onnx 模型}" --framework 5 --output "{输出 文件}" --soc_version "Ascend${芯片 型号}"

# What is written outside of the brackets is judged.
atc --model=<your model> --framework=5 --output={output path}/x --soc_version=Ascend310P3 --precision_mode=fp16
atc --model=${your model} --framework=5 --soc_version=${芯片 型号}
atc --model=a.onnx --framework=5 --output=x --soc_version=Ascend310P3 --input_shape=x:1, 3,224,224
atc --model=my model.onnx --framework=5 --output=x --soc_version=Ascend310P3
#> JB002 fp16
#> JB013 atc
#> JB014 3,224,224
#> JB014 model.onnx
