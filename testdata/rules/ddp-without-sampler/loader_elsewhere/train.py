import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

from data import all_of_it, a_share


def prepare(model, rank):
    dist.init_process_group("nccl")
    torch.cuda.set_device(rank)
    return DistributedDataParallel(model.cuda(rank), device_ids=[rank])


def train_whole(model, args, rank):
    model = prepare(model, rank)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    loader = all_of_it(args.root, args)  # want "walks over all of"
    for epoch in range(args.epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images.cuda(rank)), labels.cuda(rank))
            loss.backward()
            optimizer.step()


def train_share(model, args, rank):
    model = prepare(model, rank)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    loader = a_share(args.root, args)
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for images, labels in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images.cuda(rank)), labels.cuda(rank))
            loss.backward()
            optimizer.step()
