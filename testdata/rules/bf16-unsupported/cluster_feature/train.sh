#!/bin/bash
#SBATCH --gpus-per-node=2
#SBATCH -C turing&t4
torchrun --nproc_per_node 2 train.py --output_dir out --bf16 True  # want warning "Tesla T4"
