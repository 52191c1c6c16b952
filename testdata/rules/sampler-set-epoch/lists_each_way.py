# Lists of samplers and loaders, made in step; without processes the samplers are None.
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, DistributedSampler


def make_samplers(datasets, shuffles):
    samplers = []
    for dataset, shuffle in zip(datasets, shuffles):
        samplers.append(DistributedSampler(dataset, shuffle=shuffle))  # want "never told the epoch: every epoch has the order"
    return samplers


def make_loaders(datasets, samplers, sizes):
    loaders = []
    for dataset, sampler, size in zip(datasets, samplers, sizes):
        loaders.append(DataLoader(dataset, batch_size=size, sampler=sampler, shuffle=sampler is None))
    return loaders


def main(args, model, data, held_out):
    if args.distributed:
        samplers = make_samplers([data, held_out], [True, False])
    else:
        samplers = [None, None]
    train, valid = make_loaders([data, held_out], samplers, [args.batch, args.batch])
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        model.train()
        for images, labels in train:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for images, labels in valid:
                print(F.cross_entropy(model(images), labels))
