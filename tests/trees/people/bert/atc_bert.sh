export INSTALL=/usr/local/Ascend
atc --model=bert.pb --framework=3 --output=bert --soc_version=Ascend910B3 --input_shape="input_ids:1,128;input_mask:1,128;segment_ids:1,128" --op_precision_mode=cfg/op_precision.ini --op_select_implmode=high_performance --customize_dtypes=cfg/customize_dtypes.cfg
atc --model=bert.pb --framework=3 --output=bert_dyn --soc_version=Ascend910B3 --input_shape="input_ids:-1,128;input_mask:-1,128" --dynamic_batch_size="1,8,16" --out_nodes="loss/Softmax:0"
