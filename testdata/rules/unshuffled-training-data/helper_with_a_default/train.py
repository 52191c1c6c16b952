import sys

import torch
import torch.nn.functional as F
from loaders import Batches, changed, make_loader, shuffled_loader
from torchvision import datasets, transforms


def fit(net, loader, epochs=10):
    opt = torch.optim.Adam(net.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            opt.zero_grad()
            F.cross_entropy(net(x.cuda(non_blocking=True)), y.cuda(non_blocking=True)).backward()
            opt.step()


def measure(net, loader):
    with torch.no_grad():
        return sum((net(x.cuda()).argmax(1).cpu() == y).sum().item() for x, y in loader)


def main(net, mixed):
    train_set = datasets.FashionMNIST("data", train=True, transform=transforms.ToTensor())
    test_set = datasets.FashionMNIST("data", train=False, transform=transforms.ToTensor())
    test_loader = make_loader(test_set, 256)
    first = make_loader(train_set, 128)  # want "make_loader is not told to shuffle; pass shuffle=True"
    fit(net, first)
    second = make_loader(train_set, 128, shuffle=True)
    fit(net, second)
    third = shuffled_loader(train_set, 128, shuffle=False)  # want "shuffled_loader is not told to shuffle"
    fit(net, third)
    fit(net, shuffled_loader(train_set, 128))
    fit(net, changed(train_set, 128))
    fit(net, make_loader(train_set, 128, mixed))
    fourth = Batches(32).of(train_set)  # want "of is not told to shuffle"
    fit(net, fourth)
    fit(net, Batches(32).of(train_set, True))
    fit(net, Batches.few(train_set, True))
    print(measure(net, test_loader))


if __name__ == "__main__":
    main(torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(784, 10)).cuda(), "--mix" in sys.argv)
