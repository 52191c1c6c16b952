import torch
import torch.nn as nn


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 2)

    def configure(self, found):
        add_optimizer(self.parameters(), found)
        return found


def make(parameters, lr):
    return torch.optim.SGD(parameters, lr=lr)


def add_optimizer(parameters, found):
    wanted = parameters
    if isinstance(wanted, list) and isinstance(wanted[0], dict):
        for group in wanted:
            group["params"] = list(filter(lambda p: p.requires_grad, group["params"]))
    else:
        wanted = list(filter(lambda p: p.requires_grad, wanted))
    found.append(make(wanted, 0.1))


def counted(model, lr):
    parameters = model.parameters()
    if isinstance(parameters, (list, tuple)):
        print(sum(p.numel() for p in parameters))
    return torch.optim.SGD(parameters, lr=lr)


print(Probe().configure([]), counted(Probe(), 0.1))
