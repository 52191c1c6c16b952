python train.py --width 32 --depth 4  # want error "has no option --depth"
