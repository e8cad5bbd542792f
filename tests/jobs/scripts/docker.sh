#!/bin/bash
IMAGE=ascendhub/ascend-toolkit:8.0
docker run --rm -it --privileged \
    --device=/dev/davinci0 --device=/dev/davinci_manager --device=/dev/devmm_svm --device=/dev/hisi_hdc \
    -v /usr/local/Ascend/driver:/usr/local/Ascend/driver -v /usr/local/dcmi:/usr/local/dcmi \
    -v $PWD:/work -w /work -e ASCEND_SLOG_PRINT_TO_STDOUT=1 --network host --name convert \
    $IMAGE atc --model=/work/a.onnx --framework=5 --output=/work/a --soc_version=Ascend310P3 --log=loud
docker exec -it -w /work cann bash -lc "atc --model=b.onnx --framework=5 --output=b --soc_version=Ascend310P3 --log=noisy"
docker exec cann /usr/local/Ascend/latest/bin/atc --model=c.onnx --framework=5 --output=c --soc_version=Ascend310P3 --log=shrill
docker run -v $PWD:/atc -w /atc $IMAGE bash run.sh -x
docker run --name atc -d $IMAGE sleep inf
docker run -it --entrypoint atc $IMAGE --model=d.onnx --framework=5 --output=d --soc_version=Ascend310P3 --log=mute
#> JB002 loud
#> JB002 noisy
#> JB002 shrill
#> JB002 mute
