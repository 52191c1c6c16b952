import argparse
import copy

import torch
from torch import nn


class Average:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = copy.deepcopy(model).eval()

    @torch.no_grad()
    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.mul_(1 - self.decay).add_(p, alpha=self.decay)  # want "each update keeps 0.001 of the average"

    @torch.no_grad()
    def well(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.mul_(self.decay).add_(p, alpha=1 - self.decay)


# Of a parameter that no caller is seen to give, its default says nothing.
def soft_update(target, net, tau=0.99):
    for t, p in zip(target.parameters(), net.parameters()):
        t.data.copy_((1 - tau) * t.data + tau * p.data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--decay", type=float, default=0.999)
    parser.add_argument("--share", type=float, default=0.01)
    parser.add_argument("--unsaid", type=float)
    args = parser.parse_args()
    model = nn.Linear(8, 2)
    average, slow, unsaid = Average(model, args.decay), Average(model, args.share), Average(model, args.unsaid)
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        average.update(model)
        average.well(model)
        slow.update(model)
        unsaid.update(model)


if __name__ == "__main__":
    main()
