docker-compose exec npu atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3 --log=loud
docker compose run --rm npu atc --model=b.onnx --framework=5 --output=b --soc_version=Ascend310P3 --log=noisy
docker build -t atc -f Dockerfile .
docker cp atc:/root/a.om .
#> JB002 loud
#> JB002 noisy
