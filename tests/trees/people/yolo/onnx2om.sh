if [ ! $1 ]; then
    echo "usage: onnx2om.sh 310P3"
    exit 1
fi
atc --model=yolov5s.onnx --framework=5 --output=yolov5s_bs1 \
    --input_shape="images:1,3,640,640,img_info:1,4" \
    --soc_version=Ascend$1 --op_select_implmode=high_precision \
    --optypelist_for_implmode="Sigmoid" --log=info
