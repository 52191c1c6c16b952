import torch
import torch.nn as nn
from transformers import AutoModel


class Pair(nn.Module):
    def __init__(self, lr):
        super().__init__()
        encoder = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))
        self.add_module("encoder", encoder)
        self.optimizer = torch.optim.Adam(params=encoder.parameters(), lr=lr)

    def process(self, x, y, weighted):
        self.optimizer.zero_grad()
        loss = ((self.encoder(x) - y) ** 2).mean()
        if weighted:
            loss = 0.5 * loss
        return loss

    def update(self, loss):
        loss.backward()
        self.optimizer.step()


class Runner:
    def __init__(self, config):
        self.config = config
        self.pair = Pair(config.lr)

    def train(self, loader, steps):
        step = 0
        while step < steps:
            self.pair.train()
            for x, y in loader:
                self.pair.update(self.pair.process(x, y, self.config.weighted))
                step += 1
                if step % self.config.every == 0:
                    self.validate(loader)

    def validate(self, loader):
        self.pair.eval()  # want "self.pair.eval\(\) stays in force"
        with torch.no_grad():
            for x, y in loader:
                print(self.pair.process(x, y, False))


class Careful(Runner):
    def validate(self, loader):
        self.pair.eval()
        with torch.no_grad():
            for x, y in loader:
                print(self.pair.process(x, y, False))
        self.pair.train()


def tune(loader, validation, steps):
    net = AutoModel.from_pretrained("gpt2").to("cuda")
    optimizer = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=1e-5)
    for i, batch in enumerate(loader):
        net(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if i % steps == 0:
            net.eval()  # want "net.eval\(\) stays in force"
            with torch.no_grad():
                print(sum(net(**b).loss.item() for b in validation))


def frozen_part(loader, steps):
    net = AutoModel.from_pretrained("gpt2")
    judge = AutoModel.from_pretrained("gpt2-large")
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for i, batch in enumerate(loader):
        net(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if i % steps == 0:
            judge.eval()
            print(judge(**batch).loss.item())  # also eval-without-no-grad
