python train.py --lr 1 foo --wd 3
