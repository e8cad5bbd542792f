#!/bin/bash
# each branch its own mode; only a run knows which
EXTRA=
if [[ $PRECISION == fp32 ]]; then
  EXTRA="$EXTRA --precision_mode=must_keep_origin_dtype"
elif [[ $PRECISION == mixed ]]; then
  EXTRA="$EXTRA --precision_mode=allow_mix_precision --modify_mixlist=ops_info.json"
else
  EXTRA="--precision_mode_v2=fp16"
fi
atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend910B3 $EXTRA
