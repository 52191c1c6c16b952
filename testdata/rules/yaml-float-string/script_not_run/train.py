# What the config chooses does not run, or is a number by then.
import argparse

import torch
import yaml

parser = argparse.ArgumentParser()
parser.add_argument("--config", required=True)
args = parser.parse_args()
with open(args.config) as f:
    cfg = yaml.safe_load(f)
model = torch.nn.Linear(4, 4)
if cfg["optimizer"] == "adamw":
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg["lr"])
else:
    optimizer = torch.optim.SGD(model.parameters(), lr=float(cfg["lr"]), weight_decay=float(cfg["decay"]), momentum=cfg["momentum"])
for epoch in range(cfg["epochs"]):
    for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg["batch_size"]):
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
