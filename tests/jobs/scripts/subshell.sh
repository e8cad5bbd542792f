#!/bin/bash
LOG=info
(LOG=loud; cd a && atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=$LOG)
atc --model=b.onnx --framework=5 --output=b --soc_version=Ascend310P3 --log=$LOG
echo x | LOG=noisy
atc --model=c.onnx --framework=5 --output=c --soc_version=Ascend310P3 --log=$LOG
LOG=noisy atc --model=c.onnx --framework=5 --output=c --soc_version=Ascend310P3 --log=$LOG
#> JB002 $LOG
