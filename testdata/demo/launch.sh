#!/usr/bin/env bash
# Full fine-tune of SDXL on five consumer cards.
set -euo pipefail

export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True

accelerate launch \
  --config_file accelerate_config.yaml \
  train_sdxl.py \
  --config configs/full_sdxl.yaml
