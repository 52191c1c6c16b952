python train.py --config config.yaml
