import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.utils.data import DataLoader, DistributedSampler


def main(model, train_set, valid_set, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    train_sampler = DistributedSampler(train_set) if args.distributed else None
    valid_sampler = DistributedSampler(valid_set, shuffle=False) if args.distributed else None
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=train_sampler is None, sampler=train_sampler)
    valid_loader = DataLoader(valid_set, batch_size=args.batch_size, sampler=valid_sampler)
    for epoch in range(args.epochs):
        if args.distributed:
            train_sampler.set_epoch(epoch)
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        with torch.no_grad():
            print(sum((model(x).argmax(1) == y).sum().item() for x, y in valid_loader))


class Trainer:
    def __init__(self, model, dataset, args):
        self.model, self.args = model, args
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
        self.sampler = DistributedSampler(dataset) if dist.is_initialized() else None
        self.train_loader = DataLoader(dataset, batch_size=args.batch_size, shuffle=self.sampler is None, sampler=self.sampler)

    def train_epoch(self, epoch):
        if self.sampler is not None:
            self.sampler.set_epoch(epoch)
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def fit(self):
        for epoch in range(self.args.epochs):
            self.train_epoch(epoch)
