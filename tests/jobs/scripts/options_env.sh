export ATC_OPTS="--framework=5 --soc_version=Ascend310P3"
for f in *.onnx; do
  atc --model=$f --output=${f%.onnx} $ATC_OPTS > /dev/null 2>&1 || echo "$f failed"
done
