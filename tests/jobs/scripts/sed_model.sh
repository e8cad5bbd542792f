sed -i "s/atc --model=.*/atc --model=b.onnx/" run.sh
sed -i 's/batch_size = .*/batch_size = 8/; s/precision_mode = .*/precision_mode = "force_fp32"/' train.py
sed -i "s#import tensorflow as tf#from npu_bridge.npu_init import *#" train.py
sed -i 's/enable_data_pre_proc=True/enable_data_pre_proc=False/' train.py
