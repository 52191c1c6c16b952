import argparse

import torch
from defaults import fill
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=0)
parser.add_argument("--lr", type=float, default=-1.0)
args = parser.parse_args()
fill(args)


def main(model, data):
    loader = DataLoader(data, batch_size=args.batch_size)
    return torch.optim.SGD(model.parameters(), lr=args.lr), loader
