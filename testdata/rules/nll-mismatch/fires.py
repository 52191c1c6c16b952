import torch
import torch.nn.functional as F
from torch import nn


def inline(model, inputs, targets):
    return F.nll_loss(F.softmax(model(inputs), dim=1), targets)  # want "NLLLoss wants log-probabilities, and its input has been through softmax"


def bound(model, inputs, targets):
    probabilities = torch.softmax(model(inputs), dim=-1)
    return F.nll_loss(probabilities, targets)  # want "has been through softmax \(line 11\)"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(x)


def train(loader):
    net = Net()
    criterion = nn.NLLLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(net(x), y)  # want "NLLLoss wants log-probabilities and is given logits \(line 21\)"
        loss.backward()
        optimizer.step()


def logits(x, y):
    head = nn.Linear(8, 3)
    return F.nll_loss(head(x), y)  # want "is given logits"


def gates(x, y):
    return F.nll_loss(torch.sigmoid(x), y)  # want "has been through sigmoid"
