import argparse

import torch

parser = argparse.ArgumentParser()
for name, value in {"batch_size": 32, "lr": 1e-4, "width": 64}.items():
    parser.add_argument(f"--{name}", type=type(value), default=value)
args = parser.parse_args()
model = torch.nn.Linear(16, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
for batch in torch.utils.data.DataLoader(dataset, batch_size=args.batch_size, shuffle=True, num_workers=4, pin_memory=True):
    optimizer.zero_grad()
    model(batch.cuda()).mean().backward()
    optimizer.step()
