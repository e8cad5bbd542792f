"""The options that decide what becomes of operators, as ATC names them (manual/options.md)."""

from __future__ import annotations

V1, V2 = "precision_mode", "precision_mode_v2"
SELECT, LIST, FILE = "op_select_implmode", "optypelist_for_implmode", "op_precision_mode"
HF32 = "allow_hf32"
KEEP, CUSTOMIZE, MIXLIST = "keep_dtype", "customize_dtypes", "modify_mixlist"
SOC, CORES, MODEL = "soc_version", "aicore_num", "model"
FUSION, SWITCH, LEVEL = "fusion_switch_file", "optimization_switch", "oo_level"

MODE_OPTIONS = (FILE, SELECT, LIST, HF32)
"""Those that choose implementation modes."""

DECIDING = (V1, V2, *MODE_OPTIONS, CUSTOMIZE, KEEP, MIXLIST, FUSION, SWITCH, LEVEL)
"""All of them: a plan has to know each value."""

SHAPE, RANGE = "input_shape", "input_shape_range"
SHAPES = (SHAPE, RANGE)
"""The options of ATC that list the shapes of inputs."""

BATCH, IMAGE, DIMS = "dynamic_batch_size", "dynamic_image_size", "dynamic_dims"
GEARS = (BATCH, IMAGE, DIMS)
"""The options that list the sizes of a model that is compiled for several sizes."""

OUT_NODES, FP16_INPUTS, AIPP = "out_nodes", "input_fp16_nodes", "insert_op_conf"
FRAMEWORK = "framework"

FIRST_GENERATION = "Ascend910B"
"""A value of SOC that is a variant of the first Ascend 910, and the short name of Atlas A2."""
