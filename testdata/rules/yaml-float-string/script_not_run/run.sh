python train.py --config conf.yaml
