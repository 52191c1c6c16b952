import torch
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader


def common(args):
    options = {"batch_size": args.batch_size, "num_workers": args.workers}
    if args.pin:
        options["pin_memory"] = True
    return options


# Filled over several statements: there is nothing in it that shares the data out.
def train(model, train_set, args, device):
    model = DDP(model.to(device), device_ids=[device])
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    options = dict(batch_size=args.batch_size)
    options["shuffle"] = True
    options.update(num_workers=args.workers, drop_last=True)
    loader = DataLoader(train_set, **options)  # want "walks over all of train_set"
    for epoch in range(args.epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images.to(device)), labels.to(device)).backward()
            optimizer.step()


def train_with_helper(model, train_set, args, device):
    model = DDP(model.to(device), device_ids=[device])
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    loader = DataLoader(train_set, shuffle=True, **common(args))  # want "walks over all of train_set"
    for epoch in range(args.epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images.to(device)), labels.to(device)).backward()
            optimizer.step()
