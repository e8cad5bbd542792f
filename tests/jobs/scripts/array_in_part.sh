#!/bin/bash
# what is added under a condition is not known, the rest is
ARGS=(--model=yolov5.onnx --framework=5 --output=yolov5 --log=loud)
if [ "$1" == "int8" ]; then
    ARGS+=(--compression_optimize_conf=quant.cfg)
fi
[ -n "$2" ] && ARGS+=("--soc_version=$2")
for extra in "${@:3}"; do
    ARGS+=("$extra")
done
atc "${ARGS[@]}" || exit 1
#> JB002 loud
