"""Which loop runs is chosen by a name that a preset may replace: the second of three is meant here as well."""
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

PRESETS = {"a": {"kind": "images", "width": 8}, "b": {"kind": "series", "width": 16}, "c": {"kind": "text", "width": 4}}


def run_images(net, loader, optimizer, is_eval=False):
    for x, y in loader:
        loss = nn.functional.cross_entropy(net(x), y)  # want warning "gradients on where the loop evaluates"
        if not is_eval:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def run_series(net, loader, optimizer, is_eval=False):
    net.train(not is_eval)
    total = 0.0
    for x, y in loader:
        loss = nn.functional.mse_loss(net(x), y)  # want warning "gradients on where the loop evaluates"
        total += loss.item()
        if not is_eval:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return total / len(loader)


def loop_for(kind):
    if kind == "text":
        raise NotImplementedError
    elif kind == "series":
        return run_series
    elif kind == "images":
        return run_images
    raise ValueError(kind)


parser = argparse.ArgumentParser()
parser.add_argument("--preset", default="")
parser.add_argument("--kind", default="images")
args = parser.parse_args()
if args.preset in PRESETS:
    args.kind = PRESETS[args.preset]["kind"]
data, held_out = torch.load("data.pt"), torch.load("held_out.pt")
net = nn.Linear(8, 1)
optimizer = torch.optim.AdamW(net.parameters())
train_loader = DataLoader(data, batch_size=32, shuffle=True, num_workers=2, pin_memory=True)
valid_loader = DataLoader(held_out, batch_size=32, num_workers=2, pin_memory=True)
run = loop_for(args.kind)
for epoch in range(10):
    run(net, train_loader, optimizer)
    print(run(net, valid_loader, optimizer, is_eval=True))
