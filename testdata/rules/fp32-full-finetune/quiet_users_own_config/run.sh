#!/bin/bash
CUDA_VISIBLE_DEVICES=0,1,2,3,4 accelerate launch \
  train.py --config configs/full.yaml
