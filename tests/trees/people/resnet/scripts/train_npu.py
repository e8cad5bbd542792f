# coding=utf-8
import tensorflow as tf
from npu_bridge.npu_init import *

def session_config(args):
    config = tf.ConfigProto(allow_soft_placement=True, log_device_placement=False)
    custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
    custom_op.name = "NpuOptimizer"
    custom_op.parameter_map["use_off_line"].b = True
    custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
    custom_op.parameter_map["modify_mixlist"].s = tf.compat.as_bytes("../conf/mixlist.json")
    custom_op.parameter_map["fusion_switch_file"].s = tf.compat.as_bytes("./conf/fusion.cfg")
    custom_op.parameter_map["dynamic_input"].b = True
    custom_op.parameter_map["dynamic_graph_execute_mode"].s = tf.compat.as_bytes("lazy_recompile")
    config.graph_options.rewrite_options.remapping = RewriterConfig.OFF
    config.graph_options.rewrite_options.memory_optimization = RewriterConfig.OFF
    return config
