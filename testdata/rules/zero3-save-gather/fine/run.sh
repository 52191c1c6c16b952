deepspeed --num_gpus 4 train.py
deepspeed --num_gpus 4 gathered.py
deepspeed --num_gpus 4 other.py
