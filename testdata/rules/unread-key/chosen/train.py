import sys

import torch
import yaml

with open("config.yaml") as f:
    cfg = yaml.safe_load(f)
size = sys.argv[1]
if size in ("small", "medium"):
    print("quick")
torch.manual_seed(cfg["seed"])
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=cfg["rates"][size] * cfg["lr"])
for epoch in range(cfg["epochs"]):
    for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg["batch_size"]):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
