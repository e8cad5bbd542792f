#!/bin/bash
# options of this script, in the form of an older one
batch_size=1
soc_version=Ascend310
precision=force_fp_16
for para in $*
do
    if [[ $para == --batch_size* ]]; then
        batch_size=`echo ${para#*=}`
    fi
    if [[ $para == --soc_version* ]]; then
        soc_version=`echo ${para#*=}`
    elif [[ $para == --precision* ]]; then
        precision=${para#*=}
    fi
done
rm -rf net_bs$batch_size.om
atc --model=net.onnx --framework=5 --output=net_bs$batch_size --input_shape="x:$batch_size,3" \
    --soc_version=$soc_version --precision_mode=$precision --log=erorr
if [ -f "net_bs${batch_size}.om" ]; then
    echo "==> success"
else
    echo "failed"
    exit -1
fi
#> JB002 erorr
