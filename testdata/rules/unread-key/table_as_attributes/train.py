import sys

import torch
import yaml


class Plans:
    def __init__(self, held):
        for name, plan in held.items():
            setattr(self, name, plan)


with open("config.yaml") as f:
    plans = Plans(yaml.safe_load(f))
size = sys.argv[1] if len(sys.argv) > 1 else plans.default
if size in ("small", "medium"):
    print("quick")
plan = getattr(plans, size)
torch.manual_seed(plan["seed"])
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=plan["lr"])
for epoch in range(plan["epochs"]):
    for batch in torch.utils.data.DataLoader(range(10), batch_size=plan["batch_size"]):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
