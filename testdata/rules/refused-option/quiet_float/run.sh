python train.py --lr 1_000.5
