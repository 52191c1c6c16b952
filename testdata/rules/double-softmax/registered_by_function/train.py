import networks  # puts its networks into the registry
import torch
import torch.nn.functional as F
from registry import create


def fit(loader):
    net = create("probabilities", classes=10)
    late = create("late")
    right = create("logits")
    other = create("of another file")
    for module in (net, late, right, other):
        module.train()
    optimizer = torch.optim.SGD([*net.parameters(), *late.parameters(), *right.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)  # want "applies softmax itself"
        loss = loss + F.cross_entropy(late(x), y)  # want "applies softmax itself"
        loss = loss + F.cross_entropy(right(x), y) + F.cross_entropy(other(x), y)
        loss.backward()
        optimizer.step()
