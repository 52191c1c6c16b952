#!/bin/bash
export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:8  # want "max_split_size_mb must be at least 20, not 8"
python train.py
