import os
SHAPES = {"a": "x:1,3,224,224", "b": "y:1,-1"}
for name, shape in SHAPES.items():
    os.system(f'atc --model={name}.onnx --framework=5 --output={name} --soc_version=Ascend310P3 --input_shape="{shape}"')
bs = 4
os.system('atc --model=a.onnx --framework=5 --output=a_bs%d --soc_version=Ascend310P3 --input_shape="x:%d,3,224,224"' % (bs, bs))
