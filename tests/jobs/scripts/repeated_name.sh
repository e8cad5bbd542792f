# The path of the program, and its name once more: ATC gets `atc` as an argument, and all flags.
/usr/local/Ascend/atc/bin/atc atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3
#> JB014 atc
${ATC_PATH}/bin/atc atc \
    --model=b.onnx --framework=5 --output=b --soc_version=Ascend310P3 \
    --precision_mode=fp16
#> JB002 fp16
