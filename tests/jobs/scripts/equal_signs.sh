# The grammar has these for tests; to a command they are words.
atc --model == --framework=5 --output=a --soc_version=Ascend310P3
#> JB014 ==
