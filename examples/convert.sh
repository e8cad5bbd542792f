#!/bin/bash
# Converts a model; two of its options do not go together.
atc --framework=5 --model=resnet50.onnx --output=resnet50 --soc_version=Ascend910B3 \
    --precision_mode=force_fp16 \
    --keep_dtype=keep_dtype.cfg \
    --op_precision_mode=op_precision.ini \
    --op_select_implmode=high_precision
