#!/bin/bash
# 模型转换，在 resnet 目录下执行: bash scripts/atc.sh
set -e
source /usr/local/Ascend/ascend-toolkit/set_env.sh
for bs in 1 4 8 16; do
    atc --model=resnet50.onnx --framework=5 --output=resnet50_bs${bs} \
        --input_format=NCHW --input_shape="image:${bs},3,224,224" \
        --soc_version=Ascend310P3 --precision_mode=allow_mix_precision \
        --modify_mixlist=conf/mixlist.json --keep_dtype=conf/keep.cfg --log=error
done
