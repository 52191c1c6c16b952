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


class Anchors(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores, self.softmax, self.flatten = nn.Conv2d(3, 4, 1), nn.Softmax(dim=-1), nn.Flatten(0, -2)

    def forward(self, x):
        return self.flatten(self.softmax(self.scores(x).view(8, 8, -1, 2)))


def match(loader):
    anchors = Anchors()
    optimizer = torch.optim.SGD(anchors.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.CrossEntropyLoss()(anchors(x), y).backward()  # want "its input has been through one"
        optimizer.step()
