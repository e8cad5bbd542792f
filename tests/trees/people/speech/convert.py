import os, subprocess
batch = 1
cmd = "atc --model=conformer.onnx --framework=5 --output=conformer --soc_version=Ascend310P3 --input_shape=x:1,80,-1 --dynamic_dims='100;200;300' --log=error"
os.system(cmd)
subprocess.run(["atc", "--model=enc.onnx", "--framework=5", "--output=enc", "--soc_version=Ascend310P3", "--precision_mode=must_keep_origin_dtype"])
