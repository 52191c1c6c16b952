import collections.abc

import torch


def grouped(params):
    if isinstance(params, collections.abc.Iterable):
        params = list(params)
    return [{"params": p} for p in params]


def counted(params, say):
    if say:
        names = list(params)
        print(len(names))
    return [{"params": p} for p in params]  # want "params is a generator that line 14 has used up"


model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(grouped(model.parameters()), lr=0.1)
other = torch.optim.SGD(counted(model.parameters(), True), lr=0.1)
