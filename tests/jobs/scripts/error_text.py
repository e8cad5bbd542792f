import subprocess
def check(model):
    message = f"atc --model={model} --framework=5 failed, see the log"
    if subprocess.call(["which", "atc"]):
        return "atc --model is not there"
    other = "atc --model=a.onnx --framework=5 --output=a 转换失败"
    return message + other
