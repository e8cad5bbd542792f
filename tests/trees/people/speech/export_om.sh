atc --model=tts.onnx \
  --framework=5 \ 
  --output=tts --soc_version=Ascend310P3
atc --model=tts2.onnx --framework=5 --output=tts2 --soc_version=Ascend310P3 \
  --input_shape_range="x:[1~8,3,224,224]" --input_format=ND
