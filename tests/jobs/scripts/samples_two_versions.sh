#!/bin/bash
# 310 和 310P 用不同的命令
if [ "${version}" = "c73" ] || [ "${version}" = "C73" ];then
    model_atc="/usr/local/Ascend/atc/bin/atc --model=a.pb --framework=3 --output=a --soc_version=Ascend310 --input_shape=x:1,224,224,3 --log=Info"
else
    model_atc="/usr/local/Ascend/atc/bin/atc.bin --model=a.pb --framework=3 --output=a --soc_version=Ascend310P3 --input_shape=x:1,224,224,3 --insert_op_config=aipp.cfg"
fi
function convert()
{
    echo "$model_atc"
    $model_atc
    if [ $? -ne 0 ];then
        echo "failed"
        return 1
    fi
}
convert
#> JB002 Info
#> JB001 insert_op_config
