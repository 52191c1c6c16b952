import torch
from torch import nn


def train(model, loader, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for inputs, targets in loader:
            loss = criterion(model(inputs), targets)
            loss.backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            print(loss.item())


def once_per_epoch(model, loader, optimizer):
    for epoch in range(3):
        optimizer.zero_grad()
        for batch in loader:
            loss = model(batch).mean()
            loss.backward()  # want "nothing in this loop clears"
            optimizer.step()


class Trainer:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.scaler = torch.cuda.amp.GradScaler()  # also deprecated-gradscaler

    def fit(self):
        for batch in self.loader:
            self.step(batch)

    def step(self, batch):
        loss = self.model(batch).mean()
        self.scaler.scale(loss).backward()  # want "the gradients that self.optimizer steps on"
        self.scaler.step(self.optimizer)
        self.scaler.update()


def full_batch(model, x, y):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(100):
        loss = (model(x) - y).pow(2).mean()
        loss.backward()  # want "nothing in this loop clears"
        optimizer.step()


def gan(generator, critic, loader):
    opt_g = torch.optim.Adam(generator.parameters())
    opt_d = torch.optim.Adam(critic.parameters())
    for real in loader:
        opt_d.zero_grad()
        critic(real).mean().backward()
        opt_d.step()
        loss = -critic(generator(real)).mean()
        loss.backward()  # want "the gradients that opt_g steps on"
        opt_g.step()
