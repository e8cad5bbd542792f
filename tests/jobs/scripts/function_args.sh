#!/bin/bash
function run_atc() {
    local model=$1
    local output=$2
    local mode=${3}
    atc --model=$model --framework=5 --output=$output --soc_version=Ascend310P3 --precision_mode=$mode
}
run_atc enc.onnx enc force_fp16
run_atc dec.onnx dec force_fp61
run_atc joint.onnx joint "$4"
#> JB002 $mode
