#!/bin/bash
CUDA_LAUNCH_BLOCKING=1 python train.py  # want "makes Python wait for every CUDA kernel"
NCCL_DEBUG=TRACE python train.py  # want "for every call of NCCL"
