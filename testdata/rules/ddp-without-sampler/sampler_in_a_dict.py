import torch
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler


def sharing(dataset, args):
    options = {"batch_size": args.batch_size, "num_workers": args.workers}
    options["sampler"] = DistributedSampler(dataset)
    return options


def train(model, train_set, args, device):
    model = DDP(model.to(device), device_ids=[device])
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    options = dict(batch_size=args.batch_size)
    options.update(sampler=DistributedSampler(train_set, seed=args.seed), num_workers=args.workers)
    loader = DataLoader(train_set, **options)
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images.to(device)), labels.to(device)).backward()
            optimizer.step()


def train_with_helper(model, train_set, args, device):
    model = DDP(model.to(device), device_ids=[device])
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    loader = DataLoader(train_set, **sharing(train_set, args))
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images.to(device)), labels.to(device)).backward()
            optimizer.step()
