import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler


class Trainer:
    def __init__(self, model, data, held_out, rank, optimizer):
        self.model = DistributedDataParallel(model.to(rank), device_ids=[rank])
        self.held_out = held_out
        self.rank = rank
        self.optimizer = optimizer
        self.sampler = DistributedSampler(data)
        self.loader = DataLoader(data, batch_size=8, num_workers=4, sampler=self.sampler)

    def look(self):
        loader = DataLoader(self.held_out, batch_size=8, shuffle=True)
        with torch.no_grad():
            images = next(iter(loader))[0]
            return self.model(images.to(self.rank))

    def run(self, epochs):
        for epoch in range(epochs):
            self.sampler.set_epoch(epoch)
            if self.rank == 0:
                self.look()
            for images, labels in self.loader:
                self.optimizer.zero_grad()
                torch.nn.functional.cross_entropy(self.model(images.to(self.rank)), labels.to(self.rank)).backward()
                self.optimizer.step()


def main(rank, model, data, held_out):
    torch.distributed.init_process_group("nccl", rank=rank, world_size=2)
    Trainer(model, data, held_out, rank, torch.optim.SGD(model.parameters(), lr=0.1)).run(10)


def batches_by_hand(rank, model, data):
    torch.distributed.init_process_group("nccl", rank=rank, world_size=2)
    model = DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(data, batch_size=8, num_workers=4)  # want "every process of DistributedDataParallel walks over all of data"
    for epoch in range(10):
        batches = iter(loader)
        for step in range(len(loader)):
            images, labels = next(batches)
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(images.to(rank)), labels.to(rank)).backward()
            optimizer.step()


if __name__ == "__main__":
    torch.multiprocessing.spawn(main, args=(None, None, None), nprocs=2)
    torch.multiprocessing.spawn(batches_by_hand, args=(None, None), nprocs=2)
