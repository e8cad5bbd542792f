#!/bin/bash
HOST=root@192.168.1.10
scp a.onnx $HOST:/tmp/
ssh $HOST "cd /tmp && source /usr/local/Ascend/ascend-toolkit/set_env.sh && atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=loud"
ssh -p 2222 -o StrictHostKeyChecking=no $HOST atc --model=/tmp/a.onnx --framework=5 --output=/tmp/a --soc_version=Ascend310P3 --log=noisy
ssh -t $HOST bash -lc "'atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=shrill'"
sshpass -p "$PW" ssh $HOST 'atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=mute'
#> JB002 loud
#> JB002 noisy
#> JB002 shrill
#> JB002 mute
