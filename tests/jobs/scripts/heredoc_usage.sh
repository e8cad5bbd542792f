usage() {
cat <<EOF
Usage: $0 [options]
  atc --model=MODEL --framework=N --log=LEVEL
EOF
}
usage
atc --model=$1 --framework=5 --output=$2 --soc_version=Ascend310P3
