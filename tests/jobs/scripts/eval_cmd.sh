set -e
args="--framework=5 --soc_version=Ascend310P3"
cmd="atc $args --model=$1 --output=$2"
if [ -n "$3" ]; then
  cmd="$cmd --insert_op_conf=$3"
fi
cmd="${cmd} --log=nothing"
echo "$cmd"
eval "$cmd" || exit 1
#> JB002 nothing
