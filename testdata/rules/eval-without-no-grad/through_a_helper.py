# What a helper computes for the loop is part of it: it is told where the loop calls it.
import torch
from torch import nn
from torch.nn import functional as F


def forward_step(model, batch):
    return model(batch["images"].cuda())


def quiet_step(model, batch):
    with torch.no_grad():
        return model(batch["images"].cuda())


def evaluate(model, loader):
    model.eval()
    correct = 0
    for batch in loader:
        scores = forward_step(model, batch)  # want "forward_step runs with gradients on"
        correct += (scores.argmax(-1) == batch["labels"].cuda()).sum().item()
    return correct


def evaluate_quietly(model, loader):
    model.eval()
    correct = 0
    for batch in loader:
        correct += (quiet_step(model, batch).argmax(-1) == batch["labels"].cuda()).sum().item()
    return correct


@torch.no_grad()
def evaluate_decorated(model, loader):
    model.eval()
    return [forward_step(model, batch).argmax(-1).cpu() for batch in loader]


class Trainer:
    def __init__(self, model, optimizer, val_loader):
        self.model = model
        self.optimizer = optimizer
        self.val_loader = val_loader

    def loss_of(self, batch):
        return F.cross_entropy(self.model(batch["images"]), batch["labels"])

    def train_epoch(self, loader):
        self.model.train()
        for batch in loader:
            self.optimizer.zero_grad()
            self.loss_of(batch).backward()
            self.optimizer.step()

    def validate(self):
        self.model.eval()
        total = 0
        for batch in self.val_loader:
            total += self.loss_of(batch).item()  # want "loss_of runs with gradients on"
        return total

    def attack(self, step=0.1):
        self.model.eval()
        for batch in self.val_loader:
            batch["images"].requires_grad_()
            self.loss_of(batch).backward()
            batch["images"].data.add_(step * batch["images"].grad.sign())

    def fit(self, loader, epochs):
        for _ in range(epochs):
            self.train_epoch(loader)
            print(self.validate())


class Encoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(4)])

    def one(self, layer, x):
        return layer(x)

    def forward(self, x):  # who calls it decides
        for layer in self.layers:
            x = self.one(layer, x)
        return x


def encode(loader):
    encoder = Encoder(8).eval()
    with torch.no_grad():
        return [encoder(batch) for batch in loader]


def measure(model, batch, timer, times=32):
    model.eval()
    for _ in range(times):
        with timer:
            forward_step(model, batch)


def retried(model, batch):
    model.eval()
    left = 2
    while left:
        left -= 1
        try:
            print(forward_step(model, batch).shape)
        except RuntimeError:
            model.cpu()


def old_step(model, batch):
    return model(torch.autograd.Variable(batch["images"], volatile=True))  # also deprecated-symbol


def evaluate_old(model, loader):
    model.eval()
    return sum(old_step(model, batch).mean().item() for batch in loader) + sum(
        old_step(model, batch).max().item() for batch in loader
    )


def evaluate_older(model, loader):
    model.eval()
    for batch in loader:
        print(old_step(model, batch).mean().item())


def portraits(model, paths, read):
    model.eval()
    for i in range(len(paths)):
        portrait = forward_step(model, read(paths[i]))  # want "forward_step runs with gradients on"
        print(portrait.shape)
