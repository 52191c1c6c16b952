python train.py -b 64 --learning_rate 1e-3  # want error "has no option --learning_rate"
