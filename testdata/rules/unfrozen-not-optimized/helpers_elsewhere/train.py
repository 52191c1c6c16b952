import torch
import torch.nn as nn
from freezing import freeze, unfreeze


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)


class Trainer:
    def __init__(self):
        self.model = Net()
        freeze(self.model.backbone)
        trainable = filter(lambda p: p.requires_grad, self.model.parameters())
        self.optimizer = torch.optim.SGD(trainable, lr=0.1)

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            self.model.head(self.model.backbone(x)).sub(y).abs().mean().backward()
            self.optimizer.step()


def main(loader):
    trainer = Trainer()
    trainer.epoch(loader)
    unfreeze(trainer.model.backbone)
    trainer.epoch(loader)
