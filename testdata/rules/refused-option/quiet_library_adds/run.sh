python train.py --deepspeed --epochs 4
