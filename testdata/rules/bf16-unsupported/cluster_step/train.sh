#!/bin/bash
#SBATCH --gres=gpu:a100:4
srun --gres=gpu:t4:1 python train.py --output_dir out --bf16 True  # want warning "Tesla T4"
