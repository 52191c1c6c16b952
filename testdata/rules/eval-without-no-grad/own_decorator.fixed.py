from contextlib import contextmanager

import torch
import torch.nn as nn


@contextmanager
def quiet():
    with torch.no_grad():
        yield


@quiet()
def score(net, pairs, device):
    net.eval()
    correct = 0
    for images, labels in pairs:
        outputs = net(images.to(device))
        correct += outputs.argmax(1).eq(labels.to(device)).sum().item()
    return correct


def score_recorded(net, pairs, device):
    net.eval()
    correct = 0
    with torch.no_grad():
        for images, labels in pairs:
            outputs = net(images.to(device))  # want "runs with gradients on"
            correct += outputs.argmax(1).eq(labels.to(device)).sum().item()
    return correct


# What a method of the model gathers is the affair of who calls it.
class Speaker(nn.Module):
    def __init__(self, count, width):
        super().__init__()
        self.embed = nn.Embedding(count, width)
        self.mixed = {}

    def mix(self, weights, device):
        for k, v in weights.items():
            self.mixed[k] = v * self.embed(torch.LongTensor([k]).to(device)).detach()


def export(weights, device):
    model = Speaker(8, 16)
    model.eval()
    model.mix(weights, device)
