# What is loaded under a condition is read under the same one further down.
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--resume")
args = parser.parse_args()
lr = 0.1
if args.resume:
    saved = torch.load(args.resume)  # want "saved keeps a second copy of what it holds"
    lr = saved["lr"]
if args.resume:
    before = torch.load(args.resume)
    lr = before["lr"]

model = nn.Linear(10, 10).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=lr)
start = 0
if args.resume:
    model.load_state_dict(saved["model"])
    start = saved["epoch"]
    model.load_state_dict(before["model"])
loader = DataLoader(list(range(100)), batch_size=4, num_workers=4, pin_memory=True)
for epoch in range(start, 10):
    for x in loader:
        optimizer.zero_grad()
        model(x.cuda().float()).sum().backward()
        optimizer.step()
    if args.resume:
        print(epoch - before["epoch"])
