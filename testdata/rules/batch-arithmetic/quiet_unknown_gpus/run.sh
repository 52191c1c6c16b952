deepspeed train.py --deepspeed --deepspeed_config ds.json
