from torch.utils.data import DataLoader
from transformers import TrainingArguments


def loaders(dataset, sampler, options):
    yield DataLoader(dataset, num_workers=1, prefetch_factor=4)
    yield DataLoader(dataset, num_workers=0)
    yield DataLoader(dataset)
    yield DataLoader(dataset, num_workers=1, batch_sampler=sampler)
    yield DataLoader(dataset, num_workers=1, **options)


def main(model, optimizer, dataset, sampler, options):
    for loader in loaders(dataset, sampler, options):
        train(model, optimizer, loader)
    train(model, optimizer, DataLoader(dataset, num_workers=1, prefetch_factor=4))
    train(model, optimizer, DataLoader(dataset, num_workers=0))
    train(model, optimizer, DataLoader(dataset))
    train(model, optimizer, DataLoader(dataset, num_workers=1, batch_sampler=sampler))
    train(model, optimizer, DataLoader(dataset, num_workers=1, **options))
    return TrainingArguments("out", dataloader_num_workers=1)


def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()


def two_workers(model, optimizer, dataset):
    train(model, optimizer, DataLoader(dataset, batch_size=32, num_workers=2))
