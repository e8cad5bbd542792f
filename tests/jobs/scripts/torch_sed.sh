#!/bin/bash
# 修改为单卡
sed -i "s|distributed = True|distributed = False|g" train.py
sed -i "/import torch_npu/a torch.npu.set_compile_mode(jit_compile=False)" train.py
sed -i "/import torch_npu/a torch.npu.set_option({'ACL_PRECISION_MODE': 'allow_mix_precision'})" train.py
#> JB002 allow_mix_precision
