args=(
  --model="$1"          # 模型
  --framework=5
  --output="${1%.onnx}"
  --soc_version=Ascend310P3
  # --log=loud
)
atc "${args[@]}"
