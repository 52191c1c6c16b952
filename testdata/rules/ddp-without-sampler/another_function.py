import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader

from data import loader_for_process


def train_epoch(model, loader, optimizer, device):
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(images.to(device)), labels.to(device))
        loss.backward()
        optimizer.step()


def worker(process, world_size, build, train_set, epochs):
    dist.init_process_group("nccl", rank=process, world_size=world_size)
    model = DDP(build().to(process), device_ids=[process])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = loader_for_process(train_set, process, world_size)
    for epoch in range(epochs):
        train_epoch(model, loader, optimizer, process)


# One process: its loader has nothing to share out.
def single(build, train_set, epochs, device):
    model = build().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
    for epoch in range(epochs):
        train_epoch(model, train_loader, optimizer, device)


def main(build, train_set, epochs=10):
    gpus = torch.cuda.device_count()
    if gpus > 1:
        mp.spawn(worker, args=(gpus, build, train_set, epochs), nprocs=gpus)
    else:
        single(build, train_set, epochs, "cuda")
