# What a test waits for to be raised excuses what raises, and nothing else.
import pytest
import torch
from torch import nn


class Enough(Exception):
    pass


def test_ends(loader):
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    with pytest.raises(Enough):
        for inputs, wanted in loader:
            optimizer.zero_grad()
            (net(inputs) - wanted).abs().mean().backward()  # want "nothing in this loop clears"
            optimizer.step()
        raise Enough
