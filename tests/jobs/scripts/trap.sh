#!/bin/bash
die() { echo "$@" >&2; exit 1; }
run() { echo "+ $*"; "$@" || die "failed: $*"; }
run atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=loud
run python3 infer.py --log=loud
#> JB002 loud
