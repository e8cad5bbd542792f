#!/bin/bash
ls models/*.onnx | xargs -I {} atc --model={} --framework=5 --output={} --soc_version=Ascend310P3 --log=loud
ls *.onnx | xargs -n 1 -P 4 atc --framework=5 --soc_version=Ascend310P3 --output=x --precesion_mode=force_fp16 --model
cat list | xargs -I% bash -c 'atc --model=% --framework=5 --output=% --soc_version=Ascend310P3 --log=noisy'
ls *.onnx | sed 's/^/--model=/' | xargs -n1 atc --framework=5 --soc_version=Ascend310P3
#> JB002 loud
#> JB002 noisy
#> JB001 precesion_mode
