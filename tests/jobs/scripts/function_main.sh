#!/usr/bin/env bash
set -euo pipefail
SOC_VERSION="${SOC_VERSION:-Ascend310P3}"
usage() { echo "usage: $0 -m model"; exit 1; }
parse() {
  while [[ $# -gt 0 ]]; do
    case "$1" in
      -m|--model) MODEL=$2; shift 2 ;;
      --soc) SOC_VERSION=$2; shift 2 ;;
      *) usage ;;
    esac
  done
}
main() {
  MODEL=model.onnx
  parse "$@"
  atc --model="$MODEL" --framework=5 --output="${MODEL%.*}" \
    --soc_version="${SOC_VERSION}" --log=loud --precision_mode="${PRECISION:-fp16}"
}
main "$@"
#> JB002 loud
#> JB002 fp16
