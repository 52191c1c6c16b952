accelerate launch --config_file fsdp.yaml train.py
accelerate launch --config_file off.yaml on.py
accelerate launch --config_file fsdp.yaml plain.py
accelerate launch --config_file fsdp.yaml open.py
