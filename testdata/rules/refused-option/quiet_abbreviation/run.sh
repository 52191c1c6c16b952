python train.py --batch 64 --opt sgd --lr=-1
