import argparse

import torch
import yaml


def merged(args):
    """The sections of the config are laid flat over the arguments: their names stand nowhere."""
    with open(args.config) as f:
        config = yaml.safe_load(f)
    flat = {}
    for key, section in config.items():
        if isinstance(section, dict):
            flat.update(section)
        else:
            flat[key] = section
    for key, value in flat.items():
        if hasattr(args, key):
            setattr(args, key, value)
    return args


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", default="config.yaml")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--patch", type=int, default=4)
    parser.add_argument("--width", type=int, default=4)
    parser.add_argument("--lr", type=float, default=0.1)
    args = merged(parser.parse_args())
    model = torch.nn.Linear(args.width, args.patch)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for _ in range(args.epochs):
        loss = model(torch.randn(8, args.width)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
