torchrun --nproc_per_node 4 train.py --output_dir out --gradient_checkpointing True --ddp_find_unused_parameters True
