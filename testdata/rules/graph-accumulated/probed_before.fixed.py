import torch
from torch import nn


class Probe(nn.Module):
    """Asks a feature extractor that nobody knows for its sizes, several times, and wants them to agree."""

    def __init__(self, upstream):
        super().__init__()
        self.upstream = upstream
        sizes, seen = [], set()
        for _ in range(3):
            size = upstream(torch.randn(1, 16000))[0].size(-1)
            sizes.append(size)
            seen.add(size)
        assert len(set(sizes)) == 1
        assert len(seen) == 1
        self.size = sizes[0]


def train(upstream, loader):
    probe = Probe(upstream)
    head = nn.Linear(probe.size, 2)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    total = 0
    for x, y in loader:
        loss = nn.functional.cross_entropy(head(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()  # want "keeps loss of every iteration"
    return float(total)


def train_asked(upstream, loader):
    probe = Probe(upstream)
    head = nn.Linear(probe.size, 2)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    total = 0
    for x, y in loader:
        loss = nn.functional.cross_entropy(head(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total
