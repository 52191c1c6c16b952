torchrun --nproc_per_node 4 train.py --per_device_batch 64 --fp16  # want error "has no option --per_device_batch"
