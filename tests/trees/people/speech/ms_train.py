import mindspore as ms
ms.set_context(mode=ms.GRAPH_MODE, device_target="Ascend", device_id=0)
ms.set_context(ascend_config={"precision_mode": "must_keep_origin_dtype", "jit_compile": True})
ms.set_context(ascend_config={"op_precision_mode": "./op_precision.cfg", "precision_mod": "force_fp16"})
