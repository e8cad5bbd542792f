sed -i '20,30s/precision_mode="allow_mix_precision"/precision_mode="allow_mix_percision"/' train.py
sed -i "$ a NPURunConfig(precision_mode='x')" t.py
sed -i -e "/^run_config/c run_config = NPURunConfig(precision_mode='force_fp31', model_dir=d)" t.py
#> JB002 allow_mix_percision
#> JB002 x
#> JB002 force_fp31
