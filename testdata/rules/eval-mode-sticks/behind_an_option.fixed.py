import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def accuracy(model, loader):
    model.eval()  # want "model.eval.. stays in force"
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


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
                self.model.train()
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
                if self.evaluate_every and i % self.evaluate_every == 0:
                    accuracy(self.model, self.valid)


# A callback among others.
class Validation:
    def __init__(self, loader):
        self.loader = loader

    def on_step_end(self, trainer):
        trainer.model.eval()  # want "trainer.model.eval.. stays in force"
        with torch.no_grad():
            for x, y in self.loader:
                trainer.model(x)


class Trainer:
    def __init__(self, model, loader, callbacks):
        self.model, self.loader, self.callbacks = model, loader, callbacks
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self):
        self.model.train()
        for x, y in self.loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
            for callback in self.callbacks:
                callback.on_step_end(self)


def run(loader, valid):
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 4))
    Trainer(model, loader, [Validation(valid)]).fit()
