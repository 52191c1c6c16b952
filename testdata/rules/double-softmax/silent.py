import torch
import torch.nn as nn
import torch.nn.functional as F


def logits(model, x, y):
    return F.cross_entropy(model(x), y)


def log_softmax(model, x, y):
    return F.cross_entropy(F.log_softmax(model(x), 1), y) + F.nll_loss(F.log_softmax(model(x), 1), y)


def target(model, teacher, x):
    return F.cross_entropy(model(x), F.softmax(teacher(x), dim=1))


def rebound(model, x, y):
    out = F.softmax(model(x), dim=1)
    print(out.argmax(1))
    out = model(x)
    return F.cross_entropy(out, y)


def either(model, x, y, train):
    out = model(x)
    if not train:
        out = F.softmax(out, dim=1)
        return out
    return F.cross_entropy(out, y)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qk, self.v, self.head = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 3)

    def forward(self, x):
        weights = F.softmax(self.qk(x), dim=-1)
        return self.head(weights * self.v(x))


def attention(x, y):
    model = Attention()
    return nn.CrossEntropyLoss()(model(x), y)


class Switch(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        x = self.fc(x)
        if self.training:
            return x
        return F.softmax(x, dim=1)


def switch(x, y):
    model = Switch()
    return nn.CrossEntropyLoss()(model(x), y)


def probabilities(model, x, y):
    probs = F.softmax(model(x), 1)
    return F.nll_loss(torch.log(probs), y)
