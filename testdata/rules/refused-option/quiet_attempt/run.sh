python train.py --wd 3 || python train.py --lr 3
if python train.py --dry-run 2>/dev/null; then echo yes; fi
