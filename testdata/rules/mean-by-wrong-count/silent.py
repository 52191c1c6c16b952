import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

test_set = datasets.MNIST("data", train=False, transform=transforms.ToTensor())
test_loader = DataLoader(test_set, batch_size=1000, num_workers=4)
one_by_one = DataLoader(test_set, num_workers=4)
model = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))


# Sums of sums, means of means.
@torch.no_grad()
def fine(loader, batch_size):
    model.eval()
    total, each, hits, share, weighed, twice = 0, 0, 0, 0, 0, 0
    for x, y in loader:
        out = model(x)
        total += F.cross_entropy(out, y, reduction="sum").item()
        loss = F.cross_entropy(out, y)
        weighed += loss.item() * x.size(0)
        each += loss.item()
        right = (out.argmax(1) == y).sum().item()
        hits += right
        twice += right
        share += (out.argmax(1) == y).float().mean().item()
    print(hits / len(loader) / batch_size, batch_size * hits / len(loader), hits / len(loader) * batch_size, hits / (len(loader) * batch_size))
    twice /= batch_size
    return total / len(loader.dataset), weighed / len(loader.dataset), each / len(loader), hits / len(loader.dataset), share / len(loader), twice / len(loader)


# One sample in each batch: both counts are the same.
@torch.no_grad()
def single():
    model.eval()
    hits, total = 0, 0.0
    for x, y in one_by_one:
        out = model(x)
        hits += (out.argmax(1) == y).sum().item()
        total += F.cross_entropy(out, y).item()
    return hits / len(one_by_one), total / len(one_by_one.dataset)


# Nobody knows how many samples a batch has.
@torch.no_grad()
def unseen(loader):
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits / len(loader)


# What was summed is made of samples before it is divided.
@torch.no_grad()
def brought_back():
    total = 0.0
    for x, y in test_loader:
        total += F.cross_entropy(model(x), y).item()
    total *= test_loader.batch_size
    return total / len(test_loader.dataset)


# A sum over the samples themselves.
@torch.no_grad()
def samples():
    hits = 0
    for x, y in test_set:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits / len(test_set)


# Sums that begin anew in the loop, that go through two loops, or that count where a condition holds.
@torch.no_grad()
def other_sums(each):
    now, both, some, unreduced = 0.0, 0, 0, 0.0
    for x, y in test_loader:
        loss = F.cross_entropy(model(x), y)
        now += loss.item()
        print(now / len(test_loader.dataset))
        now = 0.0
        both += (model(x).argmax(1) == y).sum().item()
        if each:
            some += (model(x).argmax(1) == y).sum().item()
        unreduced += F.cross_entropy(model(x), y, reduction="none").sum().item()
    for x, y in one_by_one:
        both += (model(x).argmax(1) == y).sum().item()
    return both / len(test_loader), some / len(test_loader), unreduced / len(test_loader.dataset)


# The size of a batch may be a number, and come later.
@torch.no_grad()
def scaled_later(batch_size):
    first, second, third, losses = 0, 0, 0, 0.0
    for x, y in test_loader:
        out = model(x)
        right = (out.argmax(1) == y).sum().item()
        first += right
        second += right
        third += right
        losses += F.cross_entropy(out, y).item()
    print(100. * first / len(test_loader) / 1000, 1000 * losses / len(test_loader.dataset), float(first / len(test_loader)) / 1000)
    accuracy = second / len(test_loader)
    percents = round(100 * third / len(test_loader), 2)
    percents /= batch_size
    losses /= len(test_loader.dataset)
    print(losses * batch_size)
    return accuracy / batch_size, percents


# One batch is enough to see that it runs.
@torch.no_grad()
def left_early():
    hits = 0
    for i, (x, y) in enumerate(test_loader):
        hits += (model(x).argmax(1) == y).sum().item()
        if i == 0:
            break
    return hits / len(test_loader)


fine(test_loader, 1000)
scaled_later(1000)
left_early()
other_sums(True)
single()
brought_back()
samples()
