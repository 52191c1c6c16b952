import torch
from env import DEVICE
from torch import nn


class Tester:
    def __init__(self, width, path):
        self.model = nn.Linear(width, 4).to(DEVICE)
        state = torch.load(path)  # want note "where there is none torch.load raises an error"
        self.model.load_state_dict(state)


def keep(model, path):
    torch.save(model.state_dict(), path)
