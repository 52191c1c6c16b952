import argparse

import torch
from omegaconf import OmegaConf


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    args = parser.parse_args()
    with open(args.config) as f:
        cfg = OmegaConf.load(args.config)
    model = torch.nn.Linear(4, 4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg["train"]["lr"], weight_decay=cfg["train"]["weight_decay"])
    for epoch in range(cfg["train"]["epochs"]):
        for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg["train"]["batch_size"]):
            optimizer.zero_grad()
            model(batch).sum().backward()
            optimizer.step()


main()
