#!/bin/bash
S="--model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3"
time atc $S --log=l1
nohup atc $S --log=l2 > log 2>&1 &
sudo -E -u HwHiAiUser atc $S --log=l3
env ASCEND_GLOBAL_LOG_LEVEL=0 atc $S --log=l4
timeout -k 5 60s atc $S --log=l5
nice -n 10 ionice -c 3 atc $S --log=l6
ASCEND_GLOBAL_LOG_LEVEL=1 DUMP_GE_GRAPH=2 atc $S --log=l7
source set_env.sh && atc $S --log=l8
. ./env.sh; command atc $S --log=l9
taskset -c 0-23 atc $S --log=l10 | tee log
/usr/bin/time -v atc $S --log=l11
numactl -C 0-23 atc $S --log=l12
script -c "atc $S --log=l13" log.txt
stdbuf -oL atc $S --log=l14 2>&1 | tee x
catchsegv atc $S --log=l15
{ time atc $S --log=l16 ; } 2> time.log
if ! atc $S --log=l17; then exit 1; fi
output=$(atc $S --log=l18 2>&1) || true
#> JB002 l1
#> JB002 l2
#> JB002 l3
#> JB002 l4
#> JB002 l5
#> JB002 l6
#> JB002 l7
#> JB002 l8
#> JB002 l9
#> JB002 l10
#> JB002 l11
#> JB002 l12
#> JB002 l13
#> JB002 l14
#> JB002 l15
#> JB002 l16
#> JB002 l17
#> JB002 l18
