aoe --framework 5 --model a.onnx --job_type 2
omg --model=a.prototxt --framework=0 --weight=b
msame --model a.om --output .
python3 -m ais_bench --model a.om
./atc_run.sh --model=x --log=loud
cp atc --model
