# What an Accelerator is handed the optimizer for clears nothing.
import torch
from accelerate import Accelerator
from torch import nn


def train(loader):
    accelerator = Accelerator(mixed_precision="fp16")
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        optimizer.zero_grad()
        accelerator.backward(model(x).mean())  # want "nothing in this loop clears the gradients that optimizer steps on"
        accelerator.unscale_gradients(optimizer)
        nn.utils.clip_grad_value_(model.parameters(), 1.0)
        optimizer.step()


def train_with_a_helper(loader, helper):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        model(x).mean().backward()
        helper.update_weights(optimizer)  # it may clear them
        optimizer.step()
