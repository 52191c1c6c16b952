import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from torchvision import datasets, models, transforms


def train_epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x.cuda()), y.cuda()).backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x.cuda()).argmax(1).cpu() == y).sum().item()
    return right


def upright():
    turn = transforms.Compose([transforms.RandomRotation((-90, -90)), transforms.RandomHorizontalFlip(p=1.0), transforms.ToTensor()])
    train_loader = DataLoader(datasets.CIFAR10("data", train=True, transform=turn), batch_size=128, shuffle=True, num_workers=4, pin_memory=True)
    test_set = datasets.CIFAR10("data", train=False, transform=turn)
    test_loader = DataLoader(test_set, batch_size=128, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, test_loader))


def never():
    turn = transforms.Compose([transforms.RandomRotation(0), transforms.RandomVerticalFlip(0.0), transforms.ToTensor()])
    train_loader = DataLoader(datasets.CIFAR10("data", train=True, transform=turn), batch_size=128, shuffle=True, num_workers=4, pin_memory=True)
    test_set = datasets.CIFAR10("data", train=False, transform=turn)
    test_loader = DataLoader(test_set, batch_size=128, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, test_loader))


def at_random():
    turn = transforms.Compose([transforms.RandomRotation((-90, 90)), transforms.ToTensor()])
    train_loader = DataLoader(datasets.CIFAR10("data", train=True, transform=turn), batch_size=128, shuffle=True, num_workers=4, pin_memory=True)
    test_set = datasets.CIFAR10("data", train=False, transform=turn)  # want "distorted at random by RandomRotation"
    test_loader = DataLoader(test_set, batch_size=128, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, test_loader))


def every_other():
    turn = transforms.Compose([transforms.RandomHorizontalFlip(p=0.5), transforms.ToTensor()])
    train_loader = DataLoader(datasets.CIFAR10("data", train=True, transform=turn), batch_size=128, shuffle=True, num_workers=4, pin_memory=True)
    test_set = datasets.CIFAR10("data", train=False, transform=turn)  # want "distorted at random by RandomHorizontalFlip"
    test_loader = DataLoader(test_set, batch_size=128, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, test_loader))


if __name__ == "__main__":
    upright()
    never()
    at_random()
    every_other()
