# What is returned was computed with parameters that the optimizer has written since: nobody can differentiate it.
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    seen = []
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        seen.append(model(x))  # want "seen keeps the autograd graph of the value"
    return seen


def unroll(model, loader):
    losses = []
    for x, y in loader:
        losses.append(F.cross_entropy(model(x), y))
    return losses


# The parts of one batch, one after the other: who calls it differentiates what it gives.
class Backbone(torch.nn.Module):
    def __init__(self, encoder, batch_size):
        super().__init__()
        self.encoder, self.batch_size = encoder, batch_size

    def forward_parts(self, images):
        parts = []
        for start in range(0, images.size(0), self.batch_size):
            parts.append(self.encode(images[start : start + self.batch_size]))
        return self.joined(parts)

    def encode(self, images):
        return self.encoder(images)

    def joined(self, parts):
        return torch.cat(parts)
