import torch
from torch import nn, optim


class Framework(nn.Module):
    def __init__(self, model, teacher, loader, val, epochs):
        super().__init__()
        self.loader, self.val, self.epochs = loader, val, epochs
        self.model = nn.DataParallel(model)
        self.plain = teacher
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = optim.SGD(self.model.parameters(), 0.1)
        self.other = optim.SGD(self.plain.parameters(), 0.1)

    def fit(self):
        for epoch in range(self.epochs):
            self.train()  # the parts, too, whatever they are
            for x, y in self.loader:
                self.optimizer.zero_grad()
                self.criterion(self.model(x), y).backward()
                self.optimizer.step()
            self.check(self.model)

    def fit_the_other(self):
        for epoch in range(self.epochs):
            self.train()
            for x, y in self.loader:
                self.other.zero_grad()
                self.criterion(self.plain(x), y).backward()
                self.other.step()
            self.check_the_other()

    def fit_carelessly(self):
        self.train()
        for epoch in range(self.epochs):
            self.plain.train()
            for x, y in self.loader:
                self.other.zero_grad()
                self.criterion(self.plain(x), y).backward()
                self.other.step()
            self.plain.eval()  # want "stays in force for the rest of the training"
            with torch.no_grad():
                for x, y in self.val:
                    print(self.plain(x))

    def check(self, model):
        self.model.eval()
        with torch.no_grad():
            for x, y in self.val:
                print(self.model(x))

    def check_the_other(self):
        self.plain.eval()
        with torch.no_grad():
            for x, y in self.val:
                print(self.plain(x))
