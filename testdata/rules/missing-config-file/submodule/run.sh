python train.py --config configs/theirs.yaml
