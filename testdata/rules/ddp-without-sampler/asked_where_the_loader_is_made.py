import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def make_loader(dataset):
    if dist.is_initialized():
        return DataLoader(dataset, sampler=DistributedSampler(dataset), num_workers=4)
    return DataLoader(dataset, shuffle=True, num_workers=4)


def train(dataset, model):
    loader = make_loader(dataset)
    model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        if isinstance(loader.sampler, DistributedSampler):
            loader.sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()


def main(dataset, model):
    dist.init_process_group("nccl")
    train(dataset, model)


if __name__ == "__main__":
    main(dataset, model)
