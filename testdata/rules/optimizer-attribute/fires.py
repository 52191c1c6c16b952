import torch
from torch import nn


class Engine:
    def __init__(self, model, lr):
        self.model, self.base = model, lr
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)

    def adjust(self, epoch):
        self.optimizer.lr = self.base * 0.1 ** (epoch // 30)  # want "a new attribute lr that the optimizer never reads"

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            self.adjust(epoch)
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()


def train(model, loader):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step, (x, y) in enumerate(loader):
        if step == 1000:
            optimizer.learning_rate = 1e-4  # want "keeps its own; set group"
            optimizer.weight_decay = 0.1  # want "a new attribute weight_decay"
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def decay(groups_of, epoch):
    for group in groups_of.param_groups:
        group["learning_rate"] = 0.1 ** epoch  # want "its learning rate is group"


def descend(model, loader):
    descent = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(90):
        decay(descent, epoch)
        for x, y in loader:
            descent.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            descent.step()
    descent.param_groups[0]["learning_rate"] = 0.01  # want "stays what it was"
