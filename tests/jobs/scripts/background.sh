#!/bin/bash
for device in 0 1; do
  (
    export ASCEND_DEVICE_ID=$device
    atc --model=m$device.onnx --framework=5 --output=m$device --soc_version=Ascend310P3 --log=loud
  ) &
done
wait
pids=()
for m in a b; do
  atc --model=$m.onnx --framework=5 --output=$m --soc_version=Ascend310P3 --output_type=fp$m &
  pids+=($!)
done
#> JB002 loud
#> JB002 fp$m
