import torch
from torch import nn


class Predictor:
    def __init__(self, path, device="cpu"):
        self.device = torch.device(device)
        self.net = nn.Linear(4, 2).to(self.device)
        self.net.load_state_dict(torch.load(path, map_location="cpu"))  # want note "where there is none torch.load raises an error"

    def predict(self, x):
        with torch.no_grad():
            return self.net(x.to(self.device))


class Trainer:
    """Who makes it says where it runs."""

    def __init__(self, path, device):
        self.net = nn.Linear(4, 2).to(device)
        self.net.load_state_dict(torch.load(path))


class Needs:
    def __init__(self, path, device="cuda"):
        self.net = nn.Linear(4, 2).to(device)
        self.net.load_state_dict(torch.load(path))


def restore(path, config):
    device = config.get("device", "cuda" if torch.cuda.is_available() else "cpu")
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path, map_location="cpu"))  # want note "where there is none torch.load raises an error"
    return net.to(device)


def restore_there(path, config):
    device = config.get("device", "cuda")
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path))
    return net.to(device)
