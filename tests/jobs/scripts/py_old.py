import os
print "convert"
os.system("atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=wrong")
