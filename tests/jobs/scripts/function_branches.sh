#!/bin/bash
# what a branch does is decided by the argument: `none` never gets there
to_om() {
    model=$1; mode=$2
    if [ "$mode" = none ]; then
        atc --model=$model --framework=5 --output=$model --soc_version=Ascend910B3
    else
        atc --model=$model --framework=5 --output=$model --soc_version=Ascend910B3 \
            --precision_mode=$mode
    fi
}
to_om a.onnx none
to_om b.onnx force_fp16
