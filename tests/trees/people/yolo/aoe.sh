#!/usr/bin/env bash
atc --framework=5 --model=yolov3.onnx --output=yolov3 --input_shape="images:1,3,416,416" --soc_version=Ascend910B --precision_mode=allow_fp32_to_bf16
atc --framework=5 --model=yolov3.onnx --output=yolov3_710 --input_shape="images:1,3,416,416" --soc_version=Ascend710
