from abc import abstractmethod

import torch
from torch import nn
from torch.utils.data import DataLoader

# The hooks of a task see to the mode of its network: what the class says that it inherits from is not what runs.

STORE = {}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(32, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 5))

    def forward(self, x):
        return self.body(x)


class Task:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)

    @abstractmethod
    def before_training(self):
        pass

    @abstractmethod
    def before_validation(self):
        pass

    def step(self, batch, stage):
        x, y = batch
        if stage == "fit":
            self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.net(x), y)
        if stage == "fit":
            loss.backward()
            self.optimizer.step()
        return loss.item()


class QuietTask(Task):
    def before_training(self):
        self.net.train()

    def before_validation(self):
        self.net.eval()


class Keeper:
    def __init__(self, metric):
        self.metric = metric

    def after_validation(self, runner):
        if self.metric not in STORE:
            raise KeyError(f"{self.metric} was never logged")
        torch.save(runner.task.net.state_dict(), "best.pt")


class Runner:
    def __init__(self, callbacks):
        self.callbacks = callbacks

    def fit_epoch(self):
        self.task.before_training()
        for batch in self.train_loader:
            self.task.step(batch, "fit")

    def validation_epoch(self):
        self.task.before_validation()
        with torch.no_grad():
            for batch in self.valid_loader:
                self.task.step(batch, "valid")
        for callback in self.callbacks:
            callback.after_validation(self)

    def fit(self, task, train_set, valid_set):
        self.task = task
        self.train_loader = DataLoader(train_set, batch_size=16, shuffle=True)
        self.valid_loader = DataLoader(valid_set, batch_size=16)
        for _ in range(20):
            self.fit_epoch()
            self.validation_epoch()


def main(train_set, valid_set):
    Runner([Keeper("loss")]).fit(QuietTask(Net()), train_set, valid_set)


if __name__ == "__main__":
    main(*torch.load("sets.pt", weights_only=False))
