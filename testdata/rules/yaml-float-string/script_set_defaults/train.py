import argparse

import torch
import yaml

parser = argparse.ArgumentParser()
parser.add_argument("--config", required=True)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--batch_size", type=int, default=8)
args, _ = parser.parse_known_args()
with open(args.config) as f:
    parser.set_defaults(**yaml.safe_load(f))
args = parser.parse_args()
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
for batch in torch.utils.data.DataLoader(range(10), batch_size=args.batch_size):
    optimizer.zero_grad()
    model(batch).sum().backward()
    optimizer.step()
