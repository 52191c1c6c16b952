# A method that says whether the optimizer steps is asked before the backward pass and behind it.
import torch.nn.functional as F
from torch.optim import SGD
from torch.utils.data import DataLoader


class Fit:
    def __init__(self, config, net, items):
        self.config = config
        self.net = net
        self.loader = DataLoader(items, batch_size=4, num_workers=2, pin_memory=True)
        self.optimizer = SGD(net.parameters(), lr=0.1)

    def every(self, n, progress):
        return (progress.step + 1) % int(n) == 0

    def due(self, progress):
        return self.every(self.config.every, progress)

    def before(self, progress):
        self.net.train()
        for x, y in self.loader:
            loss = F.mse_loss(self.net(x), y) / self.config.every
            if self.due(progress):
                self.optimizer.zero_grad()  # want "runs before the last of"
            loss.backward()
            if self.due(progress):
                self.optimizer.step()
            progress.step += 1

    def counted_between(self, progress):
        self.net.train()
        for x, y in self.loader:
            loss = F.mse_loss(self.net(x), y) / self.config.every
            if self.due(progress):
                self.optimizer.zero_grad()
            progress.step += 1
            loss.backward()
            if self.due(progress):
                self.optimizer.step()

    def behind(self, progress):
        self.net.train()
        for x, y in self.loader:
            loss = F.mse_loss(self.net(x), y) / self.config.every
            loss.backward()
            if self.due(progress):
                self.optimizer.step()
                self.optimizer.zero_grad()
            progress.step += 1
