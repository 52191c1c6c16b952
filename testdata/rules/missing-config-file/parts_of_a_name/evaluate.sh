deepspeed train.py --config configs/small.yaml --deepspeed_config ds_config_gpt-0.1b-lr-2e-4.json
python train.py --config other_gpt.yaml  # want "other_gpt.yaml is nowhere"
