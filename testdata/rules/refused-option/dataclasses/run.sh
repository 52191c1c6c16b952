torchrun --nproc_per_node 2 train.py --output_dir out --max-length 512 --model_max_length 512  # want error "none of its dataclasses has such a field"
