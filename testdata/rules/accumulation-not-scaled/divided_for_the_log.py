import argparse

import torch
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--accumulate", type=int, default=4)
args = parser.parse_args()


def train(model, dataset):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for i, (x, y) in enumerate(DataLoader(dataset, batch_size=8)):
        loss = torch.nn.functional.cross_entropy(model(x), y)
        total += loss.item() / args.accumulate
        loss.backward()  # want "optimizer steps once in args.accumulate micro-batches on the sum of their mean losses"
        if (i + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
    return total
