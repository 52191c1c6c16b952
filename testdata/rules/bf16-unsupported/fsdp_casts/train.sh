#!/bin/bash
#SBATCH --gres=gpu:titanrtx:4
torchrun --nproc_per_node 4 train.py
