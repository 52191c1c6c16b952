import torch
from torch import nn
from trainer import Trainer


def main(loader):
    model = nn.Linear(3, 4)
    trainer = Trainer(model, nn.MSELoss(), torch.optim.Adam(model.parameters(), lr=0.1))
    trainer.fit(loader, 20)


def longer(loader):
    model = nn.Linear(3, 4)
    trainer = Trainer(model, nn.MSELoss(), torch.optim.Adam(model.parameters(), lr=0.1))
    trainer.fit(loader, 40)
