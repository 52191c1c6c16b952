import torch

from base import Regressor, Measured


class Net(Regressor):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def fit(self, loader):
        self.net.train()
        for x, y in loader:
            self.optimizer.zero_grad()
            (self.net(x) - y).pow(2).mean().backward()
            self.optimizer.step()

    def predict(self, x):
        self.net.eval()
        y = self.net(torch.from_numpy(x))  # want "net runs with gradients on, and only the values"
        return y.detach().numpy()


class Quiet(Measured):  # whose base calls it under no_grad
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def fit(self, loader):
        self.net.train()
        for x, y in loader:
            self.optimizer.zero_grad()
            (self.net(x) - y).pow(2).mean().backward()
            self.optimizer.step()

    def predict(self, x):
        self.net.eval()
        y = self.net(torch.from_numpy(x))
        return y.detach().numpy()
