import torch
import yaml

with open("config.yaml") as f:
    cfg = yaml.safe_load(f)
torch.manual_seed(cfg["seed"])
for split in ("train", "val"):
    print(cfg[f"{split}_folder"])
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=cfg["lr"])
warmup = {name: cfg[f"warmup_{name}"] for name in ("epochs", "lr")}
for epoch in range(cfg["epochs"]):
    optimizer.param_groups[0]["lr"] = warmup["lr"] if epoch < warmup["epochs"] else cfg["lr"]
    for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg["batch_size"]):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
