import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, random_split
from torchvision import datasets, models, transforms


def train_epoch(model, loader, optimizer):
    model.train()
    for images, labels in loader:
        loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    model.eval()
    right = 0
    for images, labels in loader:
        right += (model(images.cuda()).argmax(1) == labels.cuda()).sum().item()
    return right


# Averages over distorted copies on purpose.
@torch.no_grad()
def evaluate_tta(model, loader, rounds=8):
    model.eval()
    total = 0
    for _ in range(rounds):
        for images, labels in loader:
            total += model(images.cuda()).softmax(1).sum()
    return total


augment = transforms.Compose([transforms.RandomCrop(32, padding=4), transforms.ToTensor()])
plain = transforms.Compose([transforms.Resize(32), transforms.CenterCrop(32), transforms.ToTensor()])


def own_transforms():
    train_loader = DataLoader(datasets.CIFAR10("data", train=True, transform=augment), batch_size=128, shuffle=True, num_workers=4, pin_memory=True)
    test_loader = DataLoader(datasets.CIFAR10("data", train=False, transform=plain), batch_size=128, num_workers=4, pin_memory=True)
    tta_loader = DataLoader(datasets.CIFAR10("data", train=False, transform=augment), batch_size=128, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, test_loader))
    return evaluate_tta(model, tta_loader)


# How well the training's own pictures are known.
def on_training_pictures():
    train_loader = DataLoader(datasets.CIFAR10("data", train=True, transform=augment), batch_size=128, shuffle=True, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, train_loader))


# The held-out part gets a dataset, and transforms, of its own.
def split_apart():
    data = datasets.ImageFolder("pictures", transform=augment)
    train_set, val_set = random_split(data, [0.9, 0.1])
    val_set.dataset = copy.copy(data)
    val_set.dataset.transform = plain
    train_loader = DataLoader(train_set, batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
    val_loader = DataLoader(val_set, batch_size=64, num_workers=4, pin_memory=True)
    model = models.resnet18().cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, val_loader))


if __name__ == "__main__":
    own_transforms()
    on_training_pictures()
    split_apart()
