import npu_bridge
import tensorflow as tf
config = tf.compat.v1.ConfigProto()
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["use_off_line"].b = True
custom_op.parameter_map["graph_run_mode"].i = 0
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("force_fp16")
custom_op.parameter_map["op_debug_level"].i = 0
custom_op.parameter_map["auto_tune_mode"].s = tf.compat.as_bytes("RL,GA")
