# A loss that is asked for the mean, which it would give anyway, and one that an option reduces.
import torch.nn.functional as F
from torch.optim import AdamW
from torch.utils.data import DataLoader


class Tuner:
    def __init__(self, config, net, items):
        self.config = config
        self.net = net
        self.loader = DataLoader(items, batch_size=4, num_workers=2, pin_memory=True)
        self.optimizer = AdamW(net.parameters(), lr=1e-4)

    def train(self):
        self.net.train()
        for step, (x, y) in enumerate(self.loader):
            loss = F.mse_loss(self.net(x).float(), y.float(), reduction="mean")
            (loss / self.config.every).backward()  # want "self.optimizer steps once in self.config.every micro-batches on the sum of their mean losses"
            if (step + 1) % self.config.every == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()

    def train_reduced(self):
        self.net.train()
        for step, (x, y) in enumerate(self.loader):
            loss = F.mse_loss(self.net(x).float(), y.float(), reduction=self.config.reduction)
            loss.backward()
            if (step + 1) % self.config.every == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()

    def train_summed(self):
        self.net.train()
        for step, (x, y) in enumerate(self.loader):
            loss = F.mse_loss(self.net(x).float(), y.float(), reduction="sum")
            loss.backward()
            if (step + 1) % self.config.every == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()
