import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self, encoder=None, projector=None):
        super().__init__()
        self.encoder = encoder
        self.projector = projector

    def forward(self, x):
        out = self.encoder(x)
        if self.projector is not None:
            out = self.projector(out)
        return out

    def groups(self, lr):
        params = list(self.encoder.parameters())
        if self.projector is not None:
            params += list(self.projector.parameters())
        return [{"name": "base", "params": params, "lr": lr}]


def finetune(args, loader, criterion):
    encoder = torch.load("saved/" + args.name + ".pt", weights_only=False)
    model = Pair(encoder=encoder)
    model.to("cuda")
    optimizer = torch.optim.SGD(model.groups(args.lr), lr=args.lr, momentum=0.9)
    for epoch in range(args.epochs):
        model.train()
        for x, y in loader:
            model.zero_grad()
            loss = criterion(model(x), model(y))
            loss.backward()
            optimizer.step()


def finetune_other(args, loader, criterion, other):
    encoder = torch.load("saved/" + args.name + ".pt", weights_only=False)
    model = Pair(encoder=encoder)
    optimizer = torch.optim.SGD(model.groups(args.lr), lr=args.lr, momentum=0.9)
    for epoch in range(args.epochs):
        model.train()
        for x, y in loader:
            loss = criterion(model(x), model(y))
            optimizer.zero_grad()
            loss.backward()  # want "nothing in this loop clears the gradients"
            optimizer.step()
