#!/bin/bash
for mode in force_fp16 force_fp_32 allow_mix_precision; do
  atc --model=net.onnx --framework=5 --output=net_${mode} --soc_version=Ascend910B3 \
      --precision_mode=${mode}
done
#> JB002 ${mode}
