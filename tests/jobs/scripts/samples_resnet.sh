#!/bin/bash
# 样例：resnet50 推理
script_path="$( cd "$(dirname $BASH_SOURCE)" ; pwd -P)"
project_path=${script_path}/..
version=$1
model_name="resnet50"
caffe_model="https://example.com/resnet50.caffemodel"
data_source="https://example.com/data/"
model_atc="atc --model=${project_path}/model/resnet50.prototxt --weight=${project_path}/model/resnet50.caffemodel --framework=0 --output=${HOME}/models/${project_name}/${model_name} --soc_version=Ascend310 --input_format=NCHW --input_fp16_nodes=data --output_type=FP32 --out_nodes=prob:0 --op_select_implmode=high_preformance"
. ${script_path}/../../../common/testcase_common.sh
main
#> JB002 high_preformance
