cp ../v2/train.py .
python train.py --wd 3
