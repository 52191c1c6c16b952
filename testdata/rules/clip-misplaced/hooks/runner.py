import torch
from torch import nn

from hooks import Clip, ClipLate, Log


class Runner:
    def __init__(self, net, late):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), 0.1)
        self.hooks = [ClipLate(), Log()]
        self.last = 0.0

    def call(self, name):
        for h in self.hooks:
            getattr(h, name)(self)

    def run(self, loader):
        for x, y in loader:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.call("before_step")
            self.optimizer.step()
            self.call("after_step")
            self.last = loss.item()


class InTime(Runner):
    def __init__(self, net):
        super().__init__(net, False)
        self.hooks = [Clip(), Log()]
