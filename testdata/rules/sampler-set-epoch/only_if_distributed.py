import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.utils.data import DataLoader, DistributedSampler


def main(model, train_set, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    train_sampler = DistributedSampler(train_set) if args.distributed else None  # want "never told the epoch"
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=train_sampler is None, sampler=train_sampler)
    for epoch in range(args.epochs):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()


class Trainer:
    """The loader is made in one method and walked over in another."""

    def __init__(self, model, dataset, args):
        self.model, self.args = model, args
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
        self.setup(dataset)

    def setup(self, dataset):
        sampler = None
        if dist.is_initialized():
            sampler = DistributedSampler(dataset, shuffle=True)  # want "never told the epoch"
        self.train_loader = DataLoader(dataset, batch_size=self.args.batch_size, shuffle=sampler is None, sampler=sampler)

    def train_epoch(self):
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def fit(self):
        for epoch in range(self.args.epochs):
            self.train_epoch()
