python train.py --lr=1e-3 --epochs=4  # want error "has no option --epochs"
