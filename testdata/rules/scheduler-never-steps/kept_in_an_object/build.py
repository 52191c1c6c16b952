from dataclasses import dataclass

import torch


@dataclass
class Optimisation:
    optimizer: torch.optim.Optimizer
    scheduler: object


def cosine(model, lr, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr, momentum=0.9)
    return Optimisation(optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs))  # want "nothing that this program runs steps it"
