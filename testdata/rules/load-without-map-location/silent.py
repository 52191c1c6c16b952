import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler
from torchvision import datasets, models, transforms


def loader_of(folder):
    data = datasets.ImageFolder(folder, transforms.ToTensor())
    sampler = DistributedSampler(data)
    return DataLoader(data, batch_size=32, sampler=sampler, num_workers=4, pin_memory=True), sampler


def train(model, optimizer, rank, path):
    loader, sampler = loader_of("data")
    model.train()
    for epoch in range(10):
        sampler.set_epoch(epoch)
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if rank == 0:
            torch.save({"model": model.module.state_dict(), "optimizer": optimizer.state_dict()}, path)


def restore(checkpoint, model, optimizer):
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])


def start(rank):
    dist.init_process_group("nccl")
    torch.cuda.set_device(rank)
    model = DDP(models.resnet18().cuda(), device_ids=[rank])
    return model, torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)


def where_it_belongs(rank):
    model, optimizer = start(rank)
    checkpoint = torch.load("last.pt", map_location=f"cuda:{rank}")
    restore(checkpoint, model.module, optimizer)
    del checkpoint
    train(model, optimizer, rank, "last.pt")


def to_host(rank):
    model, optimizer = start(rank)
    restore(torch.load("last.pt", "cpu"), model.module, optimizer)
    train(model, optimizer, rank, "last.pt")


# What only the first process loads is sent to the others by DDP.
def first_process(rank):
    dist.init_process_group("nccl")
    torch.cuda.set_device(rank)
    model = models.resnet18().cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    if rank == 0:
        checkpoint = torch.load("last.pt")
        restore(checkpoint, model, optimizer)
        del checkpoint
    train(DDP(model, device_ids=[rank]), optimizer, rank, "last.pt")


# Each process has a file of its own.
def own_file(rank):
    model, optimizer = start(rank)
    path = f"last-{rank}.pt"
    restore(torch.load(path), model.module, optimizer)
    train(model, optimizer, 0, path)


def own_file_of_option(args):
    model, optimizer = start(args.rank)
    path = os.path.join("out", "last" + str(args.rank) + ".pt")
    if os.path.isfile(path):
        restore(torch.load(path), model.module, optimizer)
    train(model, optimizer, 0, path)


# Weights that this program did not write: as often as not they were saved from the CPU.
def pretrained(rank):
    dist.init_process_group("nccl")
    torch.cuda.set_device(rank)
    model = models.resnet18().cuda()
    model.load_state_dict(torch.load("imagenet.pth"))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    train(DDP(model, device_ids=[rank]), optimizer, rank, "last.pt")


# Nothing is on a GPU.
def on_cpu(rank):
    dist.init_process_group("gloo")
    model = DDP(models.resnet18())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    restore(torch.load("last.pt"), model.module, optimizer)
    train(model, optimizer, rank, "last.pt")


# What is saved was copied to the CPU first.
def saved_from_host(rank):
    model, optimizer = start(rank)
    restore(torch.load("host.pt"), model.module, optimizer)
    loader, sampler = loader_of("data")
    for epoch in range(10):
        sampler.set_epoch(epoch)
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if rank == 0:
            weights = {k: v.cpu() for k, v in model.module.state_dict().items()}
            torch.save({"model": weights, "optimizer": optimizer.state_dict()}, "host.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rank", default=0, type=int)
    own_file_of_option(parser.parse_args())
    mine = int(os.environ["LOCAL_RANK"])
    where_it_belongs(mine)
    to_host(mine)
    first_process(mine)
    own_file(mine)
    pretrained(mine)
    on_cpu(mine)
    saved_from_host(mine)
