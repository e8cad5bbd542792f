case "$SOC" in
  310) soc=Ascend310;;
  310P) soc=Ascend310P3;;
  *) echo "unknown"; exit 1;;
esac
atc --model=a.onnx --framework=5 --output=a --soc_version=$soc --output_type=${OUT:-FP32}
