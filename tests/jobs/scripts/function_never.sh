# a library of functions: whoever sources it calls them
LEVEL=loud
atc_onnx() {
  local model=$1
  shift
  atc --model=$model --framework=5 --output=${model%.onnx} --log=$LEVEL "$@"
}
atc_pb () {
  atc --model=$1 --framework=3 --precesion_mode=$2 --output=$3 --soc_version=$4
}
#> JB002 $LEVEL
#> JB001 precesion_mode
