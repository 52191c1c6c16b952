import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--tensor-model-parallel-size", type=int, default=1)
parser.add_argument("--pipeline-model-parallel-size", type=int, default=1)
parser.add_argument("--context-parallel-size", type=int, default=1)
args = parser.parse_args()
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.load("batches.pt"):
    optimizer.zero_grad()
    model(batch).mean().backward()
    optimizer.step()
