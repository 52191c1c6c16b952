# update(…) is called for each batch in another file; correct(…) is a step of its own.
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
        loss.backward()  # want "nothing in this step clears the gradients that self.optimizer steps on"
        self.optimizer.step()
        return loss.item()

    def correct(self, source, labels):
        self.optimizer.zero_grad()
        F.cross_entropy(self.head(self.encoder(source)), labels).backward()
        self.optimizer.step()
