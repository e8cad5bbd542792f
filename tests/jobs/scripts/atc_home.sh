#!/usr/bin/env bash
ATC_HOME=${ASCEND_HOME}/atc
ATC=${ATC_HOME}/bin/atc
export PATH=${ATC_HOME}/ccec_compiler/bin:$PATH
$ATC --model=deeplab.pb --framework=3 --output=deeplab --soc_version=Ascend310 --input_shape="ImageTensor:1,513,513,3" --out_nodes="SemanticPredictions:0" --op_select_implmode=high_precision --optypelist_for_implmode
#> JB014 --optypelist_for_implmode
