import argparse

import torch
from rates import largest, print_args, scale
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=0)
parser.add_argument("--lr", type=float, default=-1.0)
args = parser.parse_args()
print_args(args)
scale(args)
total = largest(args)


def main(model, data):
    loader = DataLoader(data, batch_size=args.batch_size)  # want warning "batch_size=0, which is the default"
    return torch.optim.SGD(model.parameters(), lr=args.lr), loader
