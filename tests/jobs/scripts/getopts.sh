#!/bin/bash
MODE=force_fp16
DTYPE=FP64
while getopts "m:p:s:" opt; do
  case ${opt} in
    m) MODEL=${OPTARG} ;;
    p) MODE=${OPTARG} ;;
    s) SOC=${OPTARG} ;;
    \?) echo "Invalid option" ; exit 1 ;;
  esac
done
shift $((OPTIND-1))
atc --model=$MODEL --framework=5 --output=o --soc_version=$SOC --precision_mode=$MODE --output_type=$DTYPE "$@"
#> JB002 $DTYPE
