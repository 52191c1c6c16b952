import torch
from torch import nn


# The optimizer works on copies in fp32.
def copies(Net, loader):
    model = Net().cuda().half()
    master = [p.detach().clone().float() for p in model.parameters()]
    for p in master:
        p.requires_grad_()
    optimizer = torch.optim.Adam(master, lr=1e-3)
    for x, y in loader:
        model.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        for copy, p in zip(master, model.parameters()):
            copy.grad = p.grad.float()
        optimizer.step()
        with torch.no_grad():
            for copy, p in zip(master, model.parameters()):
                p.copy_(copy)
