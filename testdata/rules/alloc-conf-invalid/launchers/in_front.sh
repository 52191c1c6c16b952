#!/bin/bash
PYTORCH_CUDA_ALLOC_CONF="expandable_segments=True" python train.py  # want "is no option of it"
