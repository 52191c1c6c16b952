NAME="gpt-${SIZE}b-lr-${LR}"
config_json="ds_config_${NAME}.json"
sed "s/RATE/${LR}/" template.json > ${config_json}
deepspeed train.py --config configs/small.yaml --deepspeed_config ${config_json}
