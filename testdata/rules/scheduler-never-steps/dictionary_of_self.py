# What walks over all attributes of an object comes to its scheduler.
import torch
from torch.optim import lr_scheduler


class Trainer:
    def __init__(self, net):
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.plan = lr_scheduler.StepLR(self.optimizer, 10)

    def fit(self, loss, loader):
        for x in loader:
            self.optimizer.zero_grad()
            loss(x).backward()
            self.optimizer.step()
        for value in self.__dict__.values():
            if hasattr(value, "step") and value is not self.optimizer:
                value.step()
