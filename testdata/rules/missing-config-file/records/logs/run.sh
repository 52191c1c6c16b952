python train.py --config configs/deleted.yaml
