import torch
import torch_npu
from torch_npu.contrib import transfer_to_npu

option = {}
option["ACL_OP_SELECT_IMPL_MODE"] = "high_performance"
option["ACL_OPTYPELIST_FOR_IMPLMODE"] = "LayerNorm,Gelu"
option["ACL_OP_COMPILER_CACHE_MODE"] = "enable"
option["ACL_OP_COMPILER_CACHE_DIR"] = "./kernel_cache"
torch.npu.set_option(option)
torch.npu.set_compile_mode(jit_compile=False)
torch.npu.config.allow_internal_format = False
torch_npu.npu.set_option({"allow_hf32": "enable"})
