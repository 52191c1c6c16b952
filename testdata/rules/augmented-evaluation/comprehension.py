import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader
from torchvision.datasets import CIFAR10
from torchvision.models import resnet18
from torchvision.transforms import v2 as T


def views(size):
    return T.Compose([T.RandomResizedCrop(size), T.ToTensor()])


def plain(size):
    return T.Compose([T.Resize(size), T.ToTensor()])


def loader(split):
    return DataLoader(CIFAR10("data", train=split == "train", transform=views(32)), batch_size=64)  # want "distorted at random"


def split_loader(split):
    return DataLoader(CIFAR10("data", train=split == "train", transform=(views if split == "train" else plain)(32)), batch_size=64)


@torch.no_grad()
def accuracy(model, batches):
    model.eval()
    return torch.stack([(model(x).argmax(1) == y).float().mean() for x, y in batches]).mean().item()


def main(make):
    splits = {s: make(s) for s in ("train", "test")}
    model = resnet18(num_classes=10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        model.train()
        for x, y in splits["train"]:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        print(epoch, accuracy(model, splits["test"]))


main(loader)
main(split_loader)
