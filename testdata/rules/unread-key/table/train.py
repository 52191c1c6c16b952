import sys

import torch
import yaml

def pick(size):
    with open("config.yaml") as f:
        return yaml.safe_load(f).get(size)


size = sys.argv[1]
plan = pick(size)
if size in ("small", "medium"):
    print("quick")
torch.manual_seed(plan["seed"])
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=pick(size)["lr"])
for epoch in range(plan["epochs"]):
    for batch in torch.utils.data.DataLoader(range(10), batch_size=plan["batch_size"]):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
