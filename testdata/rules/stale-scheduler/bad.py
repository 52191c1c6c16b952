import torch
from torch.optim.lr_scheduler import StepLR


def train(model, train_one_epoch):
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    for epoch in range(30):
        if epoch == 10:
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        train_one_epoch(model, optimizer)
        scheduler.step()  # want "scheduler.step\(\) drives the optimizer that line 10 replaces"


def two_stages(model, train_one_epoch):
    optimizer = torch.optim.AdamW(model.head.parameters())
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 100)
    for epoch in range(10):
        train_one_epoch(model, optimizer)
        scheduler.step()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for epoch in range(10):
        train_one_epoch(model, optimizer)
        scheduler.step()  # want "line 21 replaces"


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
        self.scheduler = StepLR(self.optimizer, 10)

    def unfreeze(self):
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.01)

    def fit(self, train_one_epoch):
        for epoch in range(30):
            if epoch == 10:
                self.unfreeze()
            train_one_epoch(self.model, self.optimizer)
            self.scheduler.step()  # want "self.scheduler.step\(\) drives the optimizer that line 34 replaces"
