import torch
import yaml

with open("config.yaml") as f:
    cfg = yaml.safe_load(f)
torch.manual_seed(cfg["seed"])
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=cfg["lr"])
for epoch in range(cfg["epochs"]):
    for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg["batch_size"]):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
