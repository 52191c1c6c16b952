python train.py --half  # want "mixed precision bf16"
