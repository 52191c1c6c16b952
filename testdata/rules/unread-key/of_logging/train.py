from pathlib import Path

import torch

from setup import set_up


def main(model, loader):
    set_up(Path("runs"))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


if __name__ == "__main__":
    main(torch.nn.Linear(2, 2), torch.randn(4, 8, 2))
