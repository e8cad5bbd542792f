atc --model=a.onnx \
    --framework=5 \
    --output=a \
    ${AIPP:+--insert_op_conf=$AIPP} \
    $([ -n "$KEEP" ] && echo "--keep_dtype=$KEEP") \
    --soc_version=Ascend$(npu-smi info | grep 310 | awk '{print $3}' | head -1) \
    --output_type="${TYPE:-FP32}" \
    --log=loud
#> JB002 loud
