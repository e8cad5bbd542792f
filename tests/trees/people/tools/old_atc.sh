${ASCEND_HOME}/atc/bin/atc --framework=3 --model=./pb/model.pb --output=./om/model --input_shape="Placeholder:1,224,224,3" --soc_version=Ascend310 --output_type=FP32 --buffer_optimize=off_optimize --op_select_implmode=high_precision
/usr/local/Ascend/atc/bin/atc --framework=3 --model=./pb/model2.pb --output=./om/model2 --input_shape="Placeholder:1,224,224,3" --soc_version=Ascend310 --op_select_implmode=high_precision
atc --singleop=./op.json --soc_version=Ascend310 --output=./op_models
