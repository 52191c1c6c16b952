# Networks and optimizers are kept in dictionaries.
import torch
import torch.nn.functional as F
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 4)

    def forward(self, x):
        return self.body(x)


def distill(loader, state):
    networks = {"teacher": Network(), "student": Network()}
    networks["teacher"].load_state_dict(state)
    networks["teacher"].eval()
    optimizers = {"student": torch.optim.Adam(networks["student"].parameters())}
    for x in loader:
        soft = networks["teacher"](x)  # want "no optimizer steps on its parameters"
        loss = F.mse_loss(networks["student"](x), soft)
        optimizers["student"].zero_grad()
        loss.backward()
        optimizers["student"].step()


def distill_quietly(loader, state):
    networks = {"teacher": Network(), "student": Network()}
    networks["teacher"].load_state_dict(state)
    networks["teacher"].eval()
    optimizers = {"student": torch.optim.Adam(networks["student"].parameters())}
    for x in loader:
        with torch.no_grad():
            soft = networks["teacher"](x)
        loss = F.mse_loss(networks["student"](x), soft)
        optimizers["student"].zero_grad()
        loss.backward()
        optimizers["student"].step()
