# 只检查环境，不转换
which atc >/dev/null 2>&1 || { echo "atc not found, please source set_env.sh"; exit 1; }
atc --help
