# What is measured behind the steps runs in evaluation mode, or may: nothing puts the model back on that way.
import torch
from torch import nn, optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout(0.5)

    def forward(self, x):
        return self.d(self.a(x))


def evaluate(net, loader, back):
    net.eval()
    s = 0
    with torch.no_grad():
        for x, y in loader:
            s += (net(x).argmax(1) == y).sum().item()
    if back:
        net.train()
    return s


def fit(train_loader, val_loader, epochs, every, back):
    model = Net()
    opt = optim.SGD(model.parameters(), 0.1)
    crit = nn.CrossEntropyLoss()
    step = 0
    for epoch in range(epochs):
        model.train()
        for x, y in train_loader:
            opt.zero_grad()
            crit(model(x), y).backward()
            opt.step()
        step += 1
        if step % every == 0:
            evaluate(model, val_loader, back)
        val = 0
        with torch.no_grad():
            for x, y in val_loader:
                val += crit(model(x), y).item()
        print(val)


def fit_told(train_loader, val_loader, epochs, quick, mode):
    model = Net()
    opt = optim.SGD(model.parameters(), 0.1)
    crit = nn.CrossEntropyLoss()
    model.train()
    for epoch in range(epochs):
        for x, y in train_loader:
            opt.zero_grad()
            crit(model(x), y).backward()
            opt.step()
        if not quick:
            model.train(mode)
        with torch.no_grad():
            for x, y in val_loader:
                print(crit(model(x), y).item())


def fit_two(train_loader, val_loader, epochs, first, second):
    model = Net()
    opt = optim.SGD(model.parameters(), 0.1)
    crit = nn.CrossEntropyLoss()
    model.train()
    for epoch in range(epochs):
        for x, y in train_loader:
            opt.zero_grad()
            crit(model(x), y).backward()
            opt.step()
        if first:
            model.eval()
        if second:
            model.train()
        with torch.no_grad():
            for x, y in val_loader:
                print(crit(model(x), y).item())


fit(load("a"), load("b"), 3, 100, load("c"))
fit_told(load("a"), load("b"), 3, load("c"), load("d"))
fit_two(load("a"), load("b"), 3, load("c"), load("d"))
