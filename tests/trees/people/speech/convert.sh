atc --model=asr.onnx --framework=5 --output=asr --soc_version=Ascend310P3
    --input_shape="speech:-1,-1,80;lengths:-1"
    --log=error
