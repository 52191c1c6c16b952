# evaluate() puts the model back into training mode; so what is measured behind the steps runs in training mode.
import torch
from torch import nn, optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout(0.5)

    def forward(self, x):
        return self.d(self.a(x))


def evaluate(net, loader):
    net.eval()
    s = 0
    with torch.no_grad():
        for x, y in loader:
            s += (net(x).argmax(1) == y).sum().item()
    net.train()
    return s


def fit(train_loader, val_loader, epochs, every):
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
                evaluate(model, val_loader)
        val = 0
        with torch.no_grad():
            for x, y in val_loader:
                val += crit(model(x), y).item()  # want "model is evaluated in training mode: its dropout stays on"
        print(val)


def fit_quick(train_loader, val_loader, epochs, quick):
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
            model.eval()
            print(epoch)
            model.train()
        with torch.no_grad():
            for x, y in val_loader:
                print(crit(model(x), y).item())  # want "model is evaluated in training mode: its dropout stays on"


def fit_again(train_loader, val_loader, epochs, again):
    model = Net()
    opt = optim.SGD(model.parameters(), 0.1)
    crit = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        if again:
            model.train()  # says what holds already
        for x, y in train_loader:
            opt.zero_grad()
            crit(model(x), y).backward()
            opt.step()
        with torch.no_grad():
            for x, y in val_loader:
                print(crit(model(x), y).item())  # want "model is evaluated in training mode: its dropout stays on"


fit(load("a"), load("b"), 3, 100)
fit_quick(load("a"), load("b"), 3, False)
fit_again(load("a"), load("b"), 3, True)
