# Networks that other files make which are not here: whatever they are, a wrapper and a module that holds one clear their gradients.
import torch
from torch import nn
from elsewhere import build


class Whole(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.net = build(args)

    def forward(self, x):
        return self.net(x)


def wrapped(loader, device, gpu, args):
    net = build(args).to(device)
    optimizer = torch.optim.Adam(net.parameters())
    net = nn.parallel.DistributedDataParallel(net, device_ids=[gpu])
    for x in loader:
        net.zero_grad()
        net(x.to(device)).mean().backward()
        optimizer.step()


def held(loader, args):
    model = Whole(args)
    optimizer = torch.optim.Adam(model.net.parameters())
    for x in loader:
        model.zero_grad()
        model(x).mean().backward()
        optimizer.step()


def another(loader, args):
    first, second = nn.DataParallel(build(args)), nn.DataParallel(build(args))
    optimizer = torch.optim.Adam(first.parameters())
    for x in loader:
        second.zero_grad()
        first(x).mean().backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
        optimizer.step()
