import torch
import torch.nn as nn


def counted(lr):
    model = nn.Linear(8, 2)
    parameters = model.parameters()
    if not isinstance(parameters, (list, dict)):
        print(max(p.abs().max() for p in parameters))
    return torch.optim.SGD(parameters, lr=lr)  # want "line 9 has used up"


print(counted(0.1))
