pushd ../other
python train.py --wd 3
