# Accelerate wraps the model and leaves its mode as it is.
import torch
from accelerate import Accelerator
from torch import nn, optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout(0.5)

    def forward(self, x):
        return self.d(self.a(x))


def main(train_loader, val_loader, epochs):
    accelerator = Accelerator()
    model = Net()
    opt = optim.SGD(model.parameters(), 0.1)
    crit = nn.CrossEntropyLoss()
    model, opt, train_loader, val_loader = accelerator.prepare(model, opt, train_loader, val_loader)
    for epoch in range(epochs):
        model.train()
        for x, y in train_loader:
            opt.zero_grad()
            accelerator.backward(crit(model(x), y))
            opt.step()
        val = 0
        with torch.no_grad():
            for x, y in val_loader:
                val += crit(model(x), y).item()  # want "model is evaluated in training mode: its dropout stays on"
        accelerator.print(val)


def main_in_eval(train_loader, val_loader, epochs):
    accelerator = Accelerator()
    model = Net()
    opt = optim.SGD(model.parameters(), 0.1)
    crit = nn.CrossEntropyLoss()
    model, opt, train_loader, val_loader = accelerator.prepare(model, opt, train_loader, val_loader)
    for epoch in range(epochs):
        model.train()
        for x, y in train_loader:
            opt.zero_grad()
            accelerator.backward(crit(model(x), y))
            opt.step()
        model.eval()
        with torch.no_grad():
            for x, y in val_loader:
                accelerator.print(crit(model(x), y).item())


main(load("a"), load("b"), 3)
main_in_eval(load("a"), load("b"), 3)
