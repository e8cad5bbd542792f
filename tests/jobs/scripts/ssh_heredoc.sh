ssh root@$HOST << 'EOF'
cd /home
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=loud
EOF
#> JB002 loud
