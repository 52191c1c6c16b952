from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def unshuffled(model, dataset, optimizer, epochs):
    sampler = DistributedSampler(dataset, shuffle=False)
    loader = DataLoader(dataset, batch_size=32, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def one_epoch(model, dataset, optimizer):
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=32, sampler=sampler)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def elsewhere(dataset):
    return DataLoader(dataset, sampler=DistributedSampler(dataset))


def evaluates(model, dataset, optimizer, epochs):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(epochs):
        for batch in loader:
            print(model(batch))  # also eval-without-no-grad
