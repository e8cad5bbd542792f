source /usr/local/Ascend/ascend-toolkit/set_env.sh
source ~/.bashrc
. ./env.sh
export ASCEND_GLOBAL_LOG_LEVEL=3
MODEL=a.onnx
atc --model=$MODEL --framework=5 --output=a --soc_version=Ascend310P3 --precision_mode_v2=fp16 &
wait
