import npu_device
npu_device.global_options().precision_mode = 'allow_mix_precison'
npu_device.global_options().modify_mixlist = 'cfg/ops_info.json'
npu_device.global_options().dump_config.enable_dump = True
npu_device.global_options().dump_config.dump_path = '/home/HwHiAiUser/dump'
npu = npu_device.open().as_default()
