"""The loop that trains it is chosen by the name in a table: another name trains something else."""
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

PRESETS = {"small": {"head": "mlp"}, "large": {"head": "gru"}, "old": {"head": "graph"}}


class GRUHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 8, batch_first=True)
        self.state = None

    def forward(self, x, lengths):
        out, self.state = self.rnn(x, self.state)  # want error "self.state still hangs on the graph"
        return out


class MLPHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        return self.layer(x)


def epoch_of_sequences(loader, head, optimizer):
    for x, lengths, y in loader:
        loss = (head(x, lengths) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def epoch_of_points(loader, head, optimizer):
    for x, lengths, y in loader:
        loss = (head(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def head_for(args):
    if args.head == "gru":
        return GRUHead()
    elif args.head == "mlp":
        return MLPHead()
    raise ValueError(args.head)


def epoch_for(args):
    if args.head == "mlp":
        return epoch_of_points
    elif args.head == "gru":
        return epoch_of_sequences
    raise ValueError(args.head)


parser = argparse.ArgumentParser()
parser.add_argument("--preset", default="")
parser.add_argument("--head", default="mlp")
args = parser.parse_args()
if args.preset in PRESETS:
    args.head = PRESETS[args.preset]["head"]
head = head_for(args)
optimizer = torch.optim.Adam(list(head.parameters()))
run_epoch = epoch_for(args)
loader = DataLoader(torch.load("points.pt"), batch_size=4, shuffle=True, num_workers=2, pin_memory=True)
for epoch in range(3):
    run_epoch(loader, head, optimizer)
