# The loops end when enough steps were made; what stands behind the test for it still waits for the micro-batches.
import argparse
import math

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from shards import Shards


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--max-steps", type=int, default=-1)
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--epochs", type=float, default=1.0)
    args = parser.parse_args()
    model = torch.nn.Linear(4, 4)
    loader = DataLoader(Shards(), batch_size=4)
    optimizer = torch.optim.AdamW(model.parameters())
    steps, seen = 0, 0
    for _ in range(max(1, math.ceil(args.epochs))):
        for x, y in loader:
            if args.max_steps > 0 and steps >= args.max_steps:
                break
            F.mse_loss(model(x), y).backward()  # want "once in args.every micro-batches"
            seen += 1
            if seen % args.every != 0:
                continue
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
        if args.max_steps > 0 and steps >= args.max_steps:
            break


if __name__ == "__main__":
    main()
