#!/bin/bash
bash -c "atc --model=$1 --framework=5 --output=o --soc_version=Ascend310P3 --log=loud"
su - HwHiAiUser -c "source ~/.bashrc; atc --model=/home/a.onnx --framework=5 --output=o --soc_version=Ascend310P3 --log=noisy"
bash -lc 'cd /work && source set_env.sh && atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend310P3 --log=shrill'
timeout 600 bash -c "atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend310P3 --log=mute"
#> JB002 loud
#> JB002 noisy
#> JB002 shrill
#> JB002 mute
