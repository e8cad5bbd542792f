atc --model=a.pb --framework=3 --output=a --soc_version=Ascend310P3 --input_shape=ids:1,128;mask:1,128
#> JB014 mask:1,128
