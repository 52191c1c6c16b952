import argparse

import torch
import torch.nn as nn

parser = argparse.ArgumentParser()
parser.add_argument("--restart")
parser.add_argument("--gpus", type=int, default=1)
parser.add_argument("--memory", type=int, default=0)
args = parser.parse_args()


class Language(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory = nn.Parameter(torch.zeros(4, 8))
        self.out = nn.Linear(8, 8)

    def forward(self, x):
        return self.out(x + self.memory.mean(0))


if args.restart:
    model = torch.load(args.restart, weights_only=False).half()
else:
    model = Language()
if args.gpus > 1:
    runner = nn.DataParallel(model.to("cuda"))
else:
    runner = model.to("cuda")

if args.memory > 0:
    runner.requires_grad = False  # want "runner is a module"
    memory = runner.module.memory if args.gpus > 1 else runner.memory
    memory.requires_grad = True


# A parameter on one way, nobody knows what on the other.
def thaw(named, name):
    part = named[name] if name in named else model.memory
    part.requires_grad = True
