cd src
python train.py --wd 3  # want error "has no option --wd"
