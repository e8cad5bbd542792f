from npu_bridge.npu_init import *
dump = DumpConfig(enable_dump_debug=True, dump_path="/var/dump", dump_debug_mode="all")
run_config = NPURunConfig(
    model_dir="./ckpt",
    save_checkpoints_steps=115200,
    precision_mode="allow_mix_precision",
    auto_tune_mode=None,
    enable_data_pre_proc=True,
    iterations_per_loop=100,
    dump_config=dump,
    op_select_implmode="high_precision",
    hcom_parallel=True)
