import torch
from torch import nn


class quiet_mode:
    def __init__(self, *models, no_grad=False):
        self.models, self.no_grad = models, no_grad
        self.inner = torch.no_grad()

    def __enter__(self):
        for model in self.models:
            model.eval()
        if self.no_grad:
            self.inner.__enter__()

    def __exit__(self, *error):
        if self.no_grad:
            self.inner.__exit__(*error)
        for model in self.models:
            model.train()


class Workspace:
    def __init__(self, loader, test_loader):
        self.net, self.loader, self.test_loader = nn.Linear(4, 2), loader, test_loader
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def evaluate(self):
        total = 0.0
        with quiet_mode(self.net, no_grad=True):
            for x, y in self.test_loader:
                total += nn.functional.mse_loss(self.net(x), y).item()
        return total

    def evaluate_loudly(self):
        total = 0.0
        with quiet_mode(self.net):
            with torch.no_grad():
                for x, y in self.test_loader:
                    total += nn.functional.mse_loss(self.net(x), y).item()  # want "net runs with gradients on in an evaluation loop"
        return total

    def train(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            nn.functional.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
