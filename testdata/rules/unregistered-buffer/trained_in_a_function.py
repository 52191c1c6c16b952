# Who makes the module here trains it as well, and gives its forward pass what lies on the GPU.
import torch
import torch.nn as nn


class Positions(nn.Module):
    def __init__(self, width, longest=512):
        super().__init__()
        table = torch.zeros(longest, width)
        table[:, 0::2] = 1.0
        self.table = table  # want "self.table is a plain tensor of Positions"
        self.mix = nn.Linear(width, width)

    def forward(self, tokens):
        return self.mix(tokens + self.table[: tokens.size(1)])


def fit(batches):
    network = Positions(64).cuda()
    optimizer = torch.optim.AdamW(network.parameters())
    for batch in batches:
        optimizer.zero_grad()
        network(batch.cuda()).pow(2).mean().backward()
        optimizer.step()
