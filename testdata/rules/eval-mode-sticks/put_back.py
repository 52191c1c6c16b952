import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


# The mode from before is put back.
def helper_right(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        if i % 100 == 0:
            was = model.training
            accuracy(model, valid)
            model.train(was)


# The optimizer takes one of two sets of parameters, and the evaluation stands behind an option.
class Finetuner:
    def __init__(self, model, loader, valid, head_only=False, evaluate_every=0):
        self.model, self.loader, self.valid = model, loader, valid
        self.evaluate_every = evaluate_every
        if head_only:
            params = [{"params": model.head.parameters()}]
        else:
            params = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = torch.optim.AdamW(params)

    def fit(self, epochs):
        for epoch in range(epochs):
            self.model.train()
            for i, (x, y) in enumerate(self.loader):
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
                if self.evaluate_every and i % self.evaluate_every == 0:
                    accuracy(self.model, self.valid)
                    self.model.train()
