accelerate launch --num_processes 4 train.py
accelerate launch --num_processes 4 --use_deepspeed gathered.py
accelerate launch --num_processes 4 asked.py
