#!/bin/bash
while [[ $# -gt 0 ]]; do
  case $1 in
    --model) MODEL=$2; shift 2;;
    --soc) SOC=$2; shift 2;;
    *) EXTRA="$EXTRA $1"; shift;;
  esac
done
SOC=${SOC:-Ascend310P3}
atc --model="$MODEL" --framework=5 --output="${MODEL%.*}" --soc_version="$SOC" $EXTRA
