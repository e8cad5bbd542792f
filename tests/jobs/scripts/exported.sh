export PATH=/usr/local/Ascend/atc/bin:$PATH
export ATC=/usr/local/Ascend/atc/bin/atc PYTHON=python3
readonly SOC=Ascend310P3 KIND=5
typeset LEVEL=loud
$ATC --model=a.onnx --framework=$KIND --output=a --soc_version=$SOC --log=$LEVEL
unset LEVEL
$ATC --model=a.onnx --framework=$KIND --output=a --soc_version=$SOC --log=$LEVEL
#> JB002 $LEVEL
