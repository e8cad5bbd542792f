#!/bin/bash
# a command that is put together as text, in a function that is called for each model
convert_static() {
    local _input=$1
    local _soc=$2
    local _sizes=$3
    local _aipp=$4
    for size in $_sizes; do
        local _om="${_input%.*}_bs${size}"
        if [ ! -f $_om.om ]; then
            local _cmd="atc --model=$_input --output=$_om --framework=5 \
                --input_shape=images:$size,3,299,299 --soc_version=$_soc \
                --input_format=NCHW --log=loud"
            [ "$_aipp" != "" ] && _cmd="$_cmd --insert_op_conf=$_aipp"
            $_cmd || { echo "atc run $_cmd failed"; return 1; }
        fi
    done
}
main() {
    check_env || { echo "no environment"; return 1; }
    convert_static $MODEL_PATH $SOC_VERSION "1 4 8" || return 1
    convert_static a.onnx Ascend310P3 "1" aipp.config || return 1
    [ $? -ne 0 ] && echo "failed" && exit 1
    return 0
}
main "$@"
exit $?
#> JB002 loud
