import argparse

import torch
import yaml
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--config", default="config.yaml")
parser.add_argument("--batch-size", type=int, default=0)
parser.add_argument("--lr", type=float, default=-1.0)
args = parser.parse_args()
with open(args.config) as file:
    for key, value in yaml.safe_load(file).items():
        setattr(args, key, value)


def main(model, data):
    loader = DataLoader(data, batch_size=args.batch_size)
    return torch.optim.SGD(model.parameters(), lr=args.lr), loader
