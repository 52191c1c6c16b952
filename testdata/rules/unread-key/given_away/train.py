import torch
import tracker
import yaml

with open("config.yaml") as f:
    cfg = yaml.safe_load(f)
torch.manual_seed(cfg["seed"])
tracker.start(cfg["tracker"], entity=cfg["tracker"]["entity"], resume=cfg["tracker"]["resume"])
model = torch.nn.Linear(4, 4)
momentum = cfg["optimizer"]["momentum"]
optimizer = torch.optim.SGD(model.parameters(), **cfg["optimizer"])
print("lr", cfg["optimizer"]["lr"])
for epoch in range(cfg["epochs"]):
    for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg["batch_size"]):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
