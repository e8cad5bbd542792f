#!/bin/bash
# 编译单算子
cd ${PROJECT}/run/out
atc --singleop=${PROJECT}/run/out/test_data/config/add_op.json --soc_version=${SOC} --output=op_models/
atc --singleop=test_data/config/sub_op.json --soc_version=Ascend310P3 --output=op_models
