# an array that is all there is: the version is missing
declare -a atc_args=(--model=bert.pb --framework=3)
atc_args+=("--output=bert_base")
atc_args+=(--input_shape="input_ids:1,384;input_mask:1,384")
atc ${atc_args[@]}
#> JB013 atc
