git checkout v2
python train.py --wd 3
