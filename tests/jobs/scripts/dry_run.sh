#!/bin/bash
CMD="atc --model=a.onnx --framework=5"
CMD="$CMD --output=a --soc_version=Ascend310P3"
CMD+=" --log=loud"
if [ -n "$DRY_RUN" ]; then
  echo "$CMD"
else
  $CMD
fi
#> JB002 loud
