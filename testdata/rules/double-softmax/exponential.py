import torch
import torch.nn.functional as F
from torch import nn


class Reader(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.score, self.log_softmax = nn.Linear(width, 1), nn.LogSoftmax(dim=0)

    def forward(self, nodes, target):
        logits = self.score(nodes).squeeze(-1)
        chances = torch.exp(self.log_softmax(logits))
        return F.cross_entropy(chances.view(1, -1), target)  # want "applies softmax itself"

    def by_method(self, nodes, target):
        chances = F.log_softmax(self.score(nodes).squeeze(-1), dim=0).exp()
        return F.cross_entropy(chances.view(1, -1), target)  # want "applies softmax itself"

    def scaled(self, nodes, target):
        logits = torch.exp(self.score(nodes).squeeze(-1))
        return F.cross_entropy(logits.view(1, -1), target)

    def logarithm(self, nodes, target):
        chances = torch.exp(self.log_softmax(self.score(nodes).squeeze(-1)))
        return F.nll_loss(torch.log(chances).view(1, -1), target)
