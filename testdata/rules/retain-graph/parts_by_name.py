import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

from pictures import Pictures

parser = argparse.ArgumentParser()
parser.add_argument("--scales", type=int, default=3)
args = parser.parse_args()


class Judge(nn.Module):
    def __init__(self, scales):
        super().__init__()
        self.by_scale = nn.ModuleDict()
        for scale in range(scales):
            self.by_scale[f"scale_{scale}"] = nn.Conv1d(1, 1, 3)

    def forward(self, x):
        verdicts = []
        for name, part in self.by_scale.items():
            verdicts.append(part(x))
        return verdicts


judge = Judge(args.scales)
optimizer = torch.optim.Adam(judge.parameters())
for x in DataLoader(Pictures(), num_workers=2):
    loss = 0
    for verdict in judge(x):
        loss += verdict.mean()
    judge.zero_grad()
    loss.backward(retain_graph=True)  # want "saved tensors of loss's graph"
    optimizer.step()
