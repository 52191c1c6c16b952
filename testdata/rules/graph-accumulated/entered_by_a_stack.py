# What is entered from within the body of a with is left with it.
from contextlib import ExitStack

import torch
from torch import nn


def evaluate(model, data_loader):
    kept = []
    model.eval()
    with ExitStack() as stack:
        if isinstance(model, nn.Module):
            stack.enter_context(torch.inference_mode())
        stack.enter_context(torch.no_grad())
        for inputs in data_loader:
            outputs = model(inputs)
            kept.append(outputs["a"])
    return len(kept)


def evaluate2(model, data_loader):
    kept = []
    model.eval()
    with ExitStack() as stack:
        stack.enter_context(torch.no_grad())
        for inputs in data_loader:
            outputs = model(inputs)
            kept.append(outputs["a"])
    return len(kept)


