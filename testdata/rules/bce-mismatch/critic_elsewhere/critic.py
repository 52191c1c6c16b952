import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self, width, ends):
        super().__init__()
        layers = [nn.Linear(4, width), nn.ReLU()]
        layers.append(nn.Linear(width, 1))
        self.net = nn.Sequential(*layers)
        if ends:
            self.net.append(nn.Sigmoid())

    def forward(self, x):
        return self.net(x).squeeze(1)


class Judged(Critic):
    def forward(self, x):
        return torch.sigmoid(super().forward(x))


LOSSES = {"bce": nn.BCELoss(), "logits": nn.BCEWithLogitsLoss(), "l2": nn.MSELoss()}
