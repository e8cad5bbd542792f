# The name stands alone: the shell runs it without a flag, and takes the lines below as commands.
which atc
atc
echo "done"
atc
--model=a.onnx
#> JB014 --model=a.onnx
--framework=5
--output=a
--soc_version=Ascend310P3

atc \
    --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3
