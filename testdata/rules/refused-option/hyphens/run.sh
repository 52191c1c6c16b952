python train.py --batch-size 64 --lr 1e-3  # want error "did you mean --batch_size"
