deepspeed --num_gpus 4 train.py
deepspeed --num_gpus 4 two.py
deepspeed --num_gpus 4 saved.py
deepspeed --num_gpus 4 pretrained.py
