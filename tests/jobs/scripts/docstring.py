"""Usage:

    atc --model=a.onnx --log=loud
"""
import subprocess  # runs atc --model
NOTE = """
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3
"""
