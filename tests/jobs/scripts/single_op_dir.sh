for j in $(ls json); do atc --singleop=json/$j --output=op_models/$j/ --soc_version=Ascend910; done
