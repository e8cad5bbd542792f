#!/bin/bash
set -x
python3 export_onnx.py --batch 1 --out m.onnx || exit
python3 -m onnxsim m.onnx m_sim.onnx && \
atc --framework=5 --model=m_sim.onnx --output=m --soc_version=Ascend310P3 --input_format=nchw
ret=$?
test $ret -eq 0 && echo OK || { echo FAIL; exit $ret; }
#> JB330 nchw
