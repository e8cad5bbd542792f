# Operators are compiled from a list: no model is needed, and --output is a folder.
DIR=$1
atc --singleop=${DIR}/op_list.json --soc_version=Ascend310P3 --output=${DIR}/op_models/
atc --singleop="$2" --soc_version=Ascend310P3 --output=op_models/
# What is refused of a model and of single operators alike
atc --singleop="$3" --output=op_models
#> JB013 atc
atc --singleop="$4" --output=op@models --soc_version=Ascend310P3
#> JB005 op@models
# An empty name compiles a model.
atc --singleop= --model=a.onnx --framework=5 --output=a/ --soc_version=Ascend310P3
#> JB005 a/
