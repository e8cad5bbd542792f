python3 -c "
import os
os.system('atc --model=a.onnx')
"
python3 - <<EOF
print("atc --model=a")
EOF
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 2>&1 | tee atc.log
