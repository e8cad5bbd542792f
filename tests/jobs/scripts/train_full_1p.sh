#!/bin/bash
cur_path=`pwd`
precision_mode="allow_mix_precision"
for para in $*
do
    if [[ $para == --precision_mode* ]];then
        precision_mode=`echo ${para#*=}`
    fi
done
sed -i "s/precision_mode=.*/precision_mode=\"${precision_mode}\"/g" ${cur_path}/../train.py
sed -i "s|profiling=.*|profiling=False|g" ${cur_path}/../train.py
sed -i '/config.npu/a\    custom_op.parameter_map["op_select_implmode"].s = tf.compat.as_bytes("high_precison")' ../train.py
nohup python3.7 train.py --epochs=${epochs} > train.log 2>&1 &
#> JB002 high_precison
