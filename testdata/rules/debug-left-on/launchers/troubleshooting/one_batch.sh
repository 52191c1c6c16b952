#!/bin/bash
# which kernel fails is asked here
CUDA_LAUNCH_BLOCKING=1 python train.py
