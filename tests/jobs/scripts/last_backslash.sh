# The shell drops a backslash with nothing behind it.
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=error \