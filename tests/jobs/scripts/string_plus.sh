#!/bin/bash
extra=""
extra+=" --op_select_implmode=high_precision"
extra+=" --optypelist_for_implmode=Gelu,"
extra+=" --insert_op_config=aipp.cfg"
atc --model=$1 --framework=5 --output=out --soc_version=Ascend310P3 $extra
#> JB001 insert_op_config
