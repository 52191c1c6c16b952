import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

import measures


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 32, 3), nn.BatchNorm2d(32), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(32, classes)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 64), nn.LayerNorm(64), nn.GELU(), nn.Dropout(0.0), nn.Linear(64, 10))

    def forward(self, x):
        return self.layers(x)


def loaders():
    train = datasets.CIFAR10("data", train=True, transform=transforms.ToTensor())
    held = datasets.CIFAR10("data", train=False, transform=transforms.ToTensor())
    return (DataLoader(train, batch_size=64, shuffle=True, num_workers=2, pin_memory=True),
            DataLoader(held, batch_size=64, num_workers=2, pin_memory=True))


def train_one(model, loader, optimizer):
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
        loss.backward()
        optimizer.step()


@torch.no_grad()
def count_right(model, test_loader):
    return sum((model(images.cuda()).argmax(1) == labels.cuda()).sum().item() for images, labels in test_loader)


@torch.no_grad()
def validate(model, loader):
    right = 0
    for images, labels in loader:
        right += (model(images.cuda()).argmax(1) == labels.cuda()).sum().item()
    return right


# The caller sets the mode.
def set_by_caller():
    train_loader, val_loader = loaders()
    model = Net().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        train_one(model, train_loader, optimizer)
        model.eval()
        print(epoch, validate(model, val_loader))


# It computes the same in both modes.
def without_modes():
    train_loader, val_loader = loaders()
    model = Plain().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        for images, labels in train_loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(images.flatten(1).cuda()), labels.cuda())
            loss.backward()
            optimizer.step()
        right = 0
        with torch.no_grad():
            for images, labels in val_loader:
                right += (model(images.flatten(1).cuda()).argmax(1) == labels.cuda()).sum().item()
        print(epoch, right)


# How much the answers differ from each other is the question.
@torch.no_grad()
def mc_dropout_predictions(model, test_loader, rounds=20):
    answers = []
    for _ in range(rounds):
        answers.append([model(images.cuda()).softmax(1).cpu() for images, _ in test_loader])
    return answers


def how_sure():
    train_loader, val_loader = loaders()
    model = Net().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(10):
        train_one(model, train_loader, optimizer)
    return mc_dropout_predictions(model, val_loader)


# Something that is not seen is given the model before the loop.
def handed_on():
    train_loader, val_loader = loaders()
    model = Net().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    right = 0
    for epoch in range(10):
        train_one(model, train_loader, optimizer)
        measures.prepare(model)
        with torch.no_grad():
            for images, labels in val_loader:
                right += (model(images.cuda()).argmax(1) == labels.cuda()).sum().item()
    return right


# The running statistics are what the loop is for.
def adapt_statistics(model, test_loader):
    model.train()
    with torch.no_grad():
        for images, _ in test_loader:
            model(images.cuda())


def adapted():
    train_loader, val_loader = loaders()
    model = Net().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(10):
        train_one(model, train_loader, optimizer)
    adapt_statistics(model, val_loader)
    model.eval()
    return count_right(model, val_loader)


# It gives its losses in training mode only, and the function asks for that mode itself.
@torch.no_grad()
def validation_losses(model, val_loader):
    model.train()
    return [model(images.cuda()).sum().item() for images, _ in val_loader]


def losses_of_detector():
    train_loader, val_loader = loaders()
    model = Net().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(10):
        train_one(model, train_loader, optimizer)
        print(validation_losses(model, val_loader))


# The pass is told that it does not train.
class Told(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(784, 64)
        self.dropout = nn.Dropout(0.5)
        self.out = nn.Linear(64, 10)

    def forward(self, x, training=True):
        x = self.first(x.flatten(1)).relu()
        return self.out(self.dropout(x) if training else x)


def told():
    train_loader, val_loader = loaders()
    model = Told().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    right = 0
    for _ in range(10):
        train_one(model, train_loader, optimizer)
        with torch.no_grad():
            for images, labels in val_loader:
                right += (model(images.cuda(), training=False).argmax(1) == labels.cuda()).sum().item()
    return right


if __name__ == "__main__":
    set_by_caller()
    without_modes()
    how_sure()
    handed_on()
    adapted()
    losses_of_detector()
    told()
