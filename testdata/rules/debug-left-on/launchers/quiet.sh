#!/bin/bash
export NCCL_DEBUG=WARN
export TORCH_DISTRIBUTED_DEBUG=INFO
export CUDA_LAUNCH_BLOCKING=0
python train.py
CUDA_LAUNCH_BLOCKING=$BLOCKING python train.py
CUDA_LAUNCH_BLOCKING=1 python evaluate.py
