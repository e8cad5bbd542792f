#!/bin/bash
cat > convert.sh <<'EOF'
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=loud
EOF
bash convert.sh
docker exec -i cann bash <<EOF
source /usr/local/Ascend/ascend-toolkit/set_env.sh
atc --model=$1 --framework=5 --output=a --soc_version=Ascend310P3 --log=noisy
EOF
bash <<'EOF' 2>&1 | tee log
SOC=Ascend310P3
atc --model=a.onnx --framework=5 --output=a --soc_version=$SOC --log=shrill
EOF
sudo -u HwHiAiUser -s <<EOF
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=mute
EOF
bash <<< "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=still"
echo "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=dim" | bash
#> JB002 loud
#> JB002 noisy
#> JB002 shrill
#> JB002 mute
#> JB002 still
#> JB002 dim
