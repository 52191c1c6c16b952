accelerate launch --config_file acc.yaml --mixed_precision fp16 train.py
