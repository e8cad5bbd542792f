#!/bin/bash
MODEL=resnet
MODE=force_fp16
atc --model=$MODEL.onnx --framework=5 --output=$MODEL --soc_version=Ascend310P3 --precision_mode=$MODE
MODEL=bert
MODE=force_fp_16
atc --model=$MODEL.onnx --framework=5 --output=$MODEL --soc_version=Ascend310P3 --precision_mode=$MODE
MODE=$(choose_mode)
atc --model=$MODEL.onnx --framework=5 --output=$MODEL --soc_version=Ascend310P3 --precision_mode=$MODE
MODE=*
read MODE
atc --model=$MODEL.onnx --framework=5 --output=$MODEL --soc_version=Ascend310P3 --precision_mode=$MODE
#> JB002 $MODE
