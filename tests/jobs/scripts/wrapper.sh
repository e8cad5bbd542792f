#!/bin/bash
# atc runs in a container; the calls look as if it did not
atc() {
  docker run --rm -v "$PWD":/work -w /work cann:8.0 atc "$@"
}
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=loud
#> JB002 loud
