import argparse
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler
from torchvision import datasets, models, transforms


def loader_of(folder):
    data = datasets.ImageFolder(folder, transforms.ToTensor())
    sampler = DistributedSampler(data)
    return DataLoader(data, batch_size=32, sampler=sampler, num_workers=4, pin_memory=True), sampler


def train_epoch(model, loader, optimizer):
    model.train()
    for images, labels in loader:
        loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def resumed():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="data")
    parser.add_argument("--resume", default="")
    args = parser.parse_args()
    dist.init_process_group("nccl")
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(local_rank)
    model = models.resnet50().cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    start = 0
    if args.resume:
        checkpoint = torch.load(args.resume, map_location="cpu")  # want "every process of DistributedDataParallel loads this to the GPU that it was saved from"
        start = checkpoint["epoch"]
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
    model = DDP(model, device_ids=[local_rank])
    loader, sampler = loader_of(args.data)
    for epoch in range(start, 90):
        sampler.set_epoch(epoch)
        train_epoch(model, loader, optimizer)
        if dist.get_rank() == 0:
            torch.save({"epoch": epoch + 1, "model": model.module.state_dict(), "optimizer": optimizer.state_dict()}, "last.pt")


def resume(path, model, optimizer):
    state = torch.load(path, weights_only=True, map_location="cpu")  # want "one GPU holds a copy and a CUDA context for each of them"
    model.load_state_dict(state.get("model"))
    optimizer.load_state_dict(state.get("optim"))
    return state["step"]


def worker(rank, world_size, path):
    dist.init_process_group("nccl", rank=rank, world_size=world_size)
    model = DDP(models.resnet18().to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    if os.path.exists(path):
        resume(path, model.module, optimizer)
    loader, sampler = loader_of("data")
    for epoch in range(10):
        sampler.set_epoch(epoch)
        train_epoch(model, loader, optimizer)
        if rank == 0:
            torch.save({"model": model.module.state_dict(), "optim": optimizer.state_dict(), "step": epoch}, path)


def best(local_rank):
    dist.init_process_group("nccl")
    torch.cuda.set_device(local_rank)
    model = DDP(models.resnet18().cuda(), device_ids=[local_rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader, sampler = loader_of("data")
    for epoch in range(10):
        sampler.set_epoch(epoch)
        train_epoch(model, loader, optimizer)
        if local_rank == 0:
            torch.save(model.state_dict(), "best.pt")
    dist.barrier()
    model.load_state_dict(torch.load("best.pt", map_location="cpu"))  # want "one GPU holds a copy and a CUDA context for each of them"
    return model


if __name__ == "__main__":
    resumed()
    mp.spawn(worker, args=(4, "last.pt"), nprocs=4)
    best(0)
