. ./common.sh
cmd="atc --model=${1} --framework=5"
cmd="$cmd --output=$2 --soc_version=$3"
log_and_run "$cmd"
