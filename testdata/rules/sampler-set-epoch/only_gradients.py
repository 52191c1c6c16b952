import argparse

import torch
from torch.utils.data import DataLoader, SequentialSampler
from torch.utils.data.distributed import DistributedSampler


def importance(args, model, loader):
    heads = torch.zeros(12)
    mask = torch.ones(12, requires_grad=True)
    for batch in loader:
        loss = model(batch, mask)
        loss.backward()
        heads += mask.grad.abs().detach()
    return heads


def mask_heads(args, model, loader):
    heads = importance(args, model, loader)
    score, kept = 1.0, 12
    while score > 0.9 and kept > 0:
        heads[heads.argmin()] = float("inf")
        kept -= 1
        score = importance(args, model, loader).mean().item()


def main(model, data):
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=-1)
    args = parser.parse_args()
    sampler = SequentialSampler(data) if args.local_rank == -1 else DistributedSampler(data)
    loader = DataLoader(data, sampler=sampler, batch_size=8)
    mask_heads(args, model, loader)
