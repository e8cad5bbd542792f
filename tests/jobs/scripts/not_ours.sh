#!/bin/bash
# atc 是一个转换工具: atc --model
echo "please run atc --model=xx --framework=5 first"
which atc || { echo "no atc"; exit 1; }
dispatch --model=a
watch --model=a.onnx
python atc.py --model=a.onnx --log=wrong
