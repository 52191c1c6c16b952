import torch
import torch.multiprocessing as mp
import torch.nn.functional as F
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler
from tqdm import tqdm


# The class is chosen first, the batches are taken by hand.
def train(model, dataset, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    sampler = RandomSampler if args.local_rank == -1 else DistributedSampler
    loader = DataLoader(dataset, sampler=sampler(dataset), batch_size=args.batch_size)  # want "of loader is never told the epoch"
    batches = iter(loader)
    for epoch in range(args.epochs):
        progress = tqdm(range(args.steps))
        for step in range(args.steps):
            try:
                images, labels = next(batches)
            except StopIteration:
                batches = iter(loader)
                images, labels = next(batches)
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()
            progress.update()


class Job:
    def launch(self, dataset, processes):
        mp.spawn(self.work, args=(self, dataset), nprocs=processes)

    @staticmethod
    def work(rank, self, dataset):
        sampler = DistributedSampler(dataset, rank=rank)  # want "of loader is never told the epoch"
        loader = DataLoader(dataset, batch_size=8, sampler=sampler)
        for epoch in range(self.epochs):
            self.train_epoch(loader)

    def train_epoch(self, loader):
        for i, (images, labels) in enumerate(loader):
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(images), labels).backward()
            self.optimizer.step()


# One epoch is the whole training.
def once(model, dataset, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset), batch_size=args.batch_size)
    for epoch in range(1):
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()


# Two stages bind the same names: the first tells its sampler the epoch, the second does not.
def stages(model, first, second, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    sampler = DistributedSampler(first)
    loader = DataLoader(first, sampler=sampler, batch_size=args.batch_size)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()
    sampler = DistributedSampler(second)  # want "of loader is never told the epoch"
    loader = DataLoader(second, sampler=sampler, batch_size=args.batch_size)
    for epoch in range(args.epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()
