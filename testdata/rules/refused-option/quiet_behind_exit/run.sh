python train.py --lr 3
exit 0
python train.py --wd 3
