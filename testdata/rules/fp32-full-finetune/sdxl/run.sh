#!/bin/bash
CUDA_VISIBLE_DEVICES=0,1,2,3,4 accelerate launch --config_file configs/accelerate.yaml \
  train.py --config configs/full.yaml
