python train.py --batch_size 64x  # want error "invalid int value"
