import argparse

import torch
import yaml
from torch import nn
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--config", required=True)
parser.add_argument("--deepspeed_config", default=None)
args = parser.parse_args()

with open(args.config) as file:
    settings = yaml.safe_load(file)

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=settings["lr"])
for epoch in range(settings["epochs"]):
    for x, y in DataLoader(torch.load("data.pt"), batch_size=settings["batch_size"], num_workers=4):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
