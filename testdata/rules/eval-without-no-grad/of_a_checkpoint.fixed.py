import lightning.pytorch as pl
import numpy as np
import torch
from torch import nn


class Net(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def forward(self, x):
        return self.net(x)


def plot(x, checkpoint, out):
    model = Net.load_from_checkpoint(checkpoint).cuda()
    with torch.no_grad():
        values = model(x.cuda())  # want "only the values of what it gives are read"
    values = nn.functional.softplus(values).squeeze().detach().cpu().numpy()
    np.save(out, values)


def quiet(x, checkpoint, out):
    model = Net.load_from_checkpoint(checkpoint).cuda()
    with torch.no_grad():
        values = model(x.cuda())
    np.save(out, nn.functional.softplus(values).squeeze().cpu().numpy())


def attack(x, y, checkpoint):
    model = Net.load_from_checkpoint(checkpoint).cuda()
    x = x.cuda().requires_grad_()
    loss = nn.functional.cross_entropy(model(x), y.cuda())
    loss.backward()
    return x.grad.sign().cpu().numpy()


def fresh(x, out):
    model = Net().cuda()
    values = model(x.cuda())
    np.save(out, values.detach().cpu().numpy())
