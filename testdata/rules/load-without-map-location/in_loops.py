import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def embed(net, rows, device="cuda"):
    return net.to(device)(rows.to(device))


def keep(net, folder):
    torch.save(net.state_dict(), os.path.join(folder, "state.pth"))


# The loop speaks of a device, and asks nothing.
def evaluate_all(folder, rows):
    for run in os.scandir(folder):
        net = nn.Linear(4, 2)
        net.load_state_dict(torch.load(os.path.join(run.path, "state.pth")))  # want note "torch.load raises an error"
        print(run.name, embed(net, rows, device="cpu"))


def evaluate_all_asking(folder, rows):
    for run in os.scandir(folder):
        net = nn.Linear(4, 2)
        if torch.cuda.is_available():
            net.load_state_dict(torch.load(os.path.join(run.path, "state.pth")))
        else:
            net.load_state_dict(torch.load(os.path.join(run.path, "state.pth"), map_location="cpu"))
        print(run.name, embed(net, rows, device="cpu"))


# All processes come here, whatever else the loop asks.
def train(model, loaders, loss_of):
    dist.init_process_group("nccl")
    rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(rank)
    model = DistributedDataParallel(model.cuda(), device_ids=[rank])
    for loader in loaders:
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
        state = torch.load("last.pt")  # want "every process of DistributedDataParallel loads this to the GPU"
        optimizer.load_state_dict(state["optimizer"])
        for batch in loader:
            optimizer.zero_grad()
            loss_of(model, batch).backward()
            optimizer.step()
        if rank == 0:
            torch.save({"optimizer": optimizer.state_dict()}, "last.pt")
