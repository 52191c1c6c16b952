import argparse
from dataclasses import dataclass

import torch
import yaml


@dataclass
class Config:
    lr: float = 1e-3
    batch_size: int = 8


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    args = parser.parse_args()
    with open(args.config) as f:
        cfg = Config(**yaml.safe_load(f))
    model = torch.nn.Linear(4, 4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg.batch_size):
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()


main()
