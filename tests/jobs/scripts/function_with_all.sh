#!/bin/bash
run_atc() {
    echo "atc $*"
    atc --framework=5 --soc_version=Ascend310P3 "$@"
    if [ $? -ne 0 ]; then
        echo "failed"
        exit 1
    fi
}
run_atc --model=a.onnx --output=a
run_atc --model=b.onnx --output=b --output_type=fp16
run_atc --model=c.onnx --output=c --insert_op_config=aipp.cfg
#> JB002 fp16
#> JB001 insert_op_config
