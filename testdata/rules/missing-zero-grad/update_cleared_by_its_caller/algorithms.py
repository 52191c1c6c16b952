# Who calls update(…) for each batch clears the gradients before, by a helper; update(…) of the other class takes what a dictionary does.
import torch
from torch import nn
from torch.nn import functional as F


class Aligning(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.encoder = nn.Linear(width, 8)
        self.head = nn.Linear(8, 3)
        self.optimizer = torch.optim.Adam(list(self.encoder.parameters()) + list(self.head.parameters()))

    def update(self, source, labels, target):
        features, others = self.encoder(source), self.encoder(target)
        loss = F.cross_entropy(self.head(features), labels) + (features.mean(0) - others.mean(0)).abs().sum()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def correct(self, source, labels):
        self.optimizer.zero_grad()
        F.cross_entropy(self.head(self.encoder(source)), labels).backward()
        self.optimizer.step()


class Small(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.head = nn.Linear(width, 3)
        self.optimizer = torch.optim.Adam(self.head.parameters())

    def update(self, source):
        loss = self.head(source).mean()
        loss.backward()
        self.optimizer.step()
        return loss.item()
