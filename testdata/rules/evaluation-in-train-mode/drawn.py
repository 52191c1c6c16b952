# A batch that something draws which is called nothing of the kind.
import torch
from torch import nn, optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout(0.5)

    def forward(self, x):
        return self.d(self.a(x))


def fit(train_loader, memory, epochs):
    model = Net()
    opt = optim.SGD(model.parameters(), 0.1)
    crit = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        for x, y in train_loader:
            model.train()
            opt.zero_grad()
            crit(model(x), y).backward()
            opt.step()
            with torch.no_grad():
                held, labels = memory.get()
                out = model(held)
                print((out.argmax(1) == labels).sum().item())


fit(load("a"), load("b"), 3)
