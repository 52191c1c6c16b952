import torch
from torch import autograd
from torch.autograd import Variable


def step(model, images, labels: Variable):  # want "does nothing since torch 0.4"
    images = Variable(images)  # want "torch.autograd.Variable does nothing since torch 0.4: tensors carry gradients themselves"
    labels = Variable(labels.cuda())  # want "does nothing"
    noise = autograd.Variable(torch.randn(3), requires_grad=True)  # want "does nothing"
    held = Variable(images, volatile=True)  # want "volatile=True does nothing since torch 0.4: this forward pass keeps its graph; use torch.no_grad\(\)"
    total = Variable(images + 1) * 2  # want "does nothing"
    return model(images, labels, noise, held, total)
