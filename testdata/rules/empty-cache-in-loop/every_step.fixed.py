import gc

import torch


def train(model, optimizer, loader, epochs):
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).backward()
            optimizer.step()


def clean():
    gc.collect()  # want "every training step"
    if torch.cuda.is_available():
        torch.cuda.empty_cache()  # want "every training step"


class Trainer:
    def fit(self, loader):
        for batch in loader:
            self.train_step(batch)
            clean()

    def train_step(self, batch):
        self.optimizer.zero_grad()
        self.model(batch).backward()
        self.optimizer.step()


class Module:
    def training_step(self, batch):
        loss = self.model(batch)
        loss.backward()
        return loss
