import gc

import torch
from torch import nn

model = nn.Linear(3, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for scale in torch.linspace(0.1, 1.0, 10):
    optimizer.zero_grad()
    model(scale * torch.ones(2, 3)).mean().backward()
    optimizer.step()
    gc.collect()
