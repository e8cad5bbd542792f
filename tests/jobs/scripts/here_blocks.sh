#!/bin/bash
# what a case chooses is not known, what is set in front of it is
SOC_VERSION="Ascend310"
case $SOC_VERSION in
    "Ascend310")
        OPS="Conv,MatMul"
        FLAGS="--enable_small_channel=1" ;;
    "Ascend310P")
        OPS="Gelu"
        FLAGS="--enable_multi_precision --enable_vectorization" ;;
    *)
        OPS="Softmax" FLAGS="" ;;
esac
atc --model=m.onnx --framework=5 --soc_version=$SOC_VERSION --op_select_implmode=high_precison \
    --optypelist_for_implmode="$OPS" $FLAGS --output=m_${SOC_VERSION}
#> JB002 high_precison
