import os

import torch
from torch import nn


class Trainer:
    def __init__(self, config, loader):
        self.loader = loader
        self.net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
        self.config = config
        if config.resume:
            self.resume()
        else:
            self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=config.lr)
            self.epoch = 0

    def fit(self):
        for epoch in range(self.epoch, self.config.epochs):
            for x, y in self.loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.net(x), y).backward()
                self.optimizer.step()
            self.save(epoch)

    def save(self, epoch):
        state = {
            "model": self.net.state_dict(),
            "epoch": epoch,
            "optimizer": self.optimizer,
        }
        torch.save(state, os.path.join(self.config.folder, "last.pth"))  # want "this saves the optimizer itself, as \"optimizer\", beside the state of the model: the one that is loaded steps on copies"

    def resume(self):
        found = torch.load(os.path.join(self.config.folder, "last.pth"), weights_only=False)
        self.net.load_state_dict(found["model"])
        self.optimizer = found["optimizer"]
        self.epoch = found["epoch"]


def script(net, loader, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
        torch.save({"weights": net.state_dict(), "optim": optimizer}, f"{epoch}.pt")  # want "as \"optim\""
