# FullyShardedDataParallel is a module as DistributedDataParallel is.
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(loader, held_out, back):
    model = FSDP(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % 100 == 0:
            model.eval()  # want "stays in force"
            with torch.no_grad():
                print(sum(model(x).sum().item() for x in held_out))


def train_and_set_back(loader, held_out):
    model = FSDP(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % 100 == 0:
            model.eval()
            with torch.no_grad():
                print(sum(model(x).sum().item() for x in held_out))
            model.train()
