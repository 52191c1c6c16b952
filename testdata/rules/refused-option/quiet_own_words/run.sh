python train.py --epochs 4
