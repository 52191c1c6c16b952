import horovod.torch as hvd
import torch
from torch.optim.lr_scheduler import StepLR


def rebuilt_too(model, train_one_epoch):
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    for epoch in range(30):
        if epoch == 10:
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            scheduler = StepLR(optimizer, 10)
        train_one_epoch(model, optimizer)
        scheduler.step()


def choice(model, train_one_epoch, adam):
    if adam:
        optimizer = torch.optim.Adam(model.parameters())
        scheduler = StepLR(optimizer, 10)
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = StepLR(optimizer, 20)
    for epoch in range(30):
        train_one_epoch(model, optimizer)
        scheduler.step()


def wrapped(model, train_one_epoch):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
    for epoch in range(30):
        train_one_epoch(model, optimizer)
        scheduler.step()


def folds(build, train_one_epoch):
    for fold in range(5):
        model = build()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = StepLR(optimizer, 10)
        for epoch in range(30):
            train_one_epoch(model, optimizer)
            scheduler.step()


def two(generator, critic, train_one_epoch):
    optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
    scheduler = StepLR(optimizer_g, 10)
    optimizer_d = torch.optim.SGD(critic.parameters(), lr=0.1)
    for epoch in range(30):
        train_one_epoch(generator, critic, optimizer_g, optimizer_d)
        scheduler.step()


def before(model, train_one_epoch):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    for epoch in range(30):
        train_one_epoch(model, optimizer)
        scheduler.step()


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
        self.scheduler = StepLR(self.optimizer, 10)

    def unfreeze(self):
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.01)
        self.scheduler = StepLR(self.optimizer, 10)

    def fit(self, train_one_epoch):
        for epoch in range(30):
            if epoch == 10:
                self.unfreeze()
            train_one_epoch(self.model, self.optimizer)
            self.scheduler.step()
