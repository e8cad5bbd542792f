#!/bin/bash
parallel -j 4 atc --model={} --framework=5 --output={.} --soc_version=Ascend310P3 --log=loud ::: a.onnx b.onnx c.onnx
parallel --jobs 2 "atc --model={1} --framework=5 --output={1.}_bs{2} --input_shape=x:{2},3,224,224 --soc_version=Ascend310P3 --log=noisy" ::: a.onnx b.onnx ::: 1 8
ls *.onnx | parallel atc --model={} --framework=5 --output={/.} --soc_version=Ascend310P3
#> JB002 loud
#> JB002 noisy
