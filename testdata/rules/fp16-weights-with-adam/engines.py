import apex
import deepspeed
import torch
from apex.fp16_utils import FP16_Optimizer
from torch import nn


def wrapped(Net, loader):
    model = Net().cuda().half()
    optimizer = FP16_Optimizer(torch.optim.Adam(model.parameters()), dynamic_loss_scale=True)
    for x, y in loader:
        optimizer.zero_grad()
        optimizer.backward(nn.functional.cross_entropy(model(x), y))
        optimizer.step()


def fused(Net, loader):
    model = Net().cuda().half()
    optimizer = apex.optimizers.FusedAdam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def engine(Net, loader):
    model = Net().half()
    optimizer = torch.optim.Adam(model.parameters())
    model, optimizer, _, _ = deepspeed.initialize(model=model, optimizer=optimizer, config="ds.json")
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        model.backward(loss)
        model.step()
