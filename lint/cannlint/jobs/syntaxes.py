"""The values that have a grammar of their own: the rule `value` of grammars/<syntax>.lark."""

from __future__ import annotations

from cannlint.syntax.grammar import recogniser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import Setting

FORMS = {
    "accelerate_train_mode": "fast|step|0.9",
    "aicore_num": "24 or 24|48",
    "dump_step": "0|3-5|10",
    "dynamic_dims": "20,20;40,40",
    "dynamic_inputs_shape_range": "getnext:[128,3~5,-1];data:[64]",
    "folder": "/home/user/dump",
    "in_out_pair": "[[['first'], ['last']]]",
    "input_shape": "data:1,1,40,-1;label:1,-1;scalar:0",
    "local_device_list": "0,1",
    "memory_size": "26*1024*1024*1024",
    "optimization_switch": "PassName:on;OtherPass:off",
    "optypelist_for_implmode": "Gelu,SoftmaxV2",
    "output_type": "FP16 or node:0:FP16;other:1:FP32",
    "stream_max_parallel_num": "DNN_VM_TF:10,DNN_V100:1",
}
"""How a value of each syntax looks."""


def is_written(setting: Setting | None, syntax: str) -> bool:
    """Whether the value of a setting is known, and written as a grammar says."""
    return setting is not None and bool(setting.value) and follows(syntax, setting.value or "")


def follows(syntax: str, value: str) -> bool:
    """Whether a value is written as its grammar says."""
    return recogniser(syntax, "value").match(value) is not None
