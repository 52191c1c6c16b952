#!/bin/bash
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True,max_split_size_mb:128
python train.py
PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:$SPLIT python train.py
PYTORCH_CUDA_ALLOC_CONF= python train.py
