import torch

from engine import run_epoch, evaluate
from net import Net


def main(batches, held_out):
    model = Net(10)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(10):
        run_epoch(model, batches, optimizer)
        print(evaluate(model, held_out))
