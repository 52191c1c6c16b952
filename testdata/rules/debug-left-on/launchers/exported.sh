#!/bin/bash
export CUDA_LAUNCH_BLOCKING=1  # want "makes Python wait for every CUDA kernel"
export NCCL_DEBUG=INFO  # want "on every rank before the first step"
export TORCH_DISTRIBUTED_DEBUG=DETAIL  # want "compares the shapes of every collective operation"
torchrun --nproc_per_node=4 train.py
