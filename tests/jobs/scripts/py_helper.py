from common.shell import run_cmd


def compile_model(name, shape):
    cmd = "atc --model=%s.onnx --framework=5 --output=%s --soc_version=Ascend310P3 --input_shape=%s" % (name, name, shape)
    cmd += " --enable_small_channel=2"
    return run_cmd(cmd)


def usage():
    print("usage: atc --model=x.onnx --framework=5 --log=none")
