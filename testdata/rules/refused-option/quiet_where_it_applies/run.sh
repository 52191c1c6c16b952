python train.py --nodes 4
