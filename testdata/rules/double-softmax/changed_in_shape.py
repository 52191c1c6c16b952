import torch
import torch.nn as nn
import torch.nn.functional as F


class Pooled(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, classes, 3), nn.AdaptiveAvgPool2d(output_size=(1, 1)), nn.Softmax(dim=1))

    def forward(self, x):
        x = self.net(torch.unsqueeze(x, dim=1))
        return torch.reshape(x, (x.shape[0], x.shape[1]))


def train(loader, classes):
    model = Pooled(classes)
    criterion = nn.CrossEntropyLoss()
    for x, y in loader:
        loss = criterion(model(x), y)  # want "has been through one \(line 12\)"
        loss.backward()


def masked(model, x, y, mask, words):
    p = F.softmax(model(x), dim=-1)
    p = p.masked_select(mask.unsqueeze(-1).expand(-1, -1, words)).contiguous().view(-1, words)
    return F.cross_entropy(p, y.masked_select(mask))  # want "has been through one \(line 25\)"


# What is chosen are the logits; the softmax is of the weights alone.
def weighted(model, x, y, mask, words):
    weights = F.softmax(model.scores(x), dim=-1)
    logits = torch.reshape(model(x) * weights, (-1, words))
    return F.cross_entropy(logits.masked_select(mask).view(-1, words), y)
