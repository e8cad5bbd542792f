import npu_bridge
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["profiling_mode"].b = True
custom_op.parameter_map["profiling_options"].s = tf.compat.as_bytes('{"output":"/tmp/prof","task_trace":"on","aicpu":"on"}')
custom_op.parameter_map["graph_memory_max_size"].s = tf.compat.as_bytes(str(26 * 1024 * 1024 * 1024))
custom_op.parameter_map["enable_data_pre_proc"].b = True
custom_op.parameter_map["mix_compile_mode"].b = False
