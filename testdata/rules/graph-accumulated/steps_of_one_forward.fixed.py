import argparse

import torch
from degrade import blurred
from torch import nn


class Refine(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 8)
        self.seen = []

    def forward(self, points, rounds):
        moved, weights = [], []
        for _ in range(rounds):
            weight = torch.softmax(self.net(points), -1)
            points = points @ weight.T @ weight
            moved.append(points)
            weights.append(weight)
        return moved, {"weights": weights}


@torch.no_grad()
def summaries(writer, model, batch, args):
    moved, extras = model(batch, args.rounds)
    writer.add_scalar("moved", moved[-1].mean().item())


def train(loader, writer, args):
    model = Refine()
    optimizer = torch.optim.Adam(model.parameters())
    parts = {}
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        batch = blurred(batch)
        moved, extras = model(batch, args.rounds)
        losses = {"last": (moved[-1] - batch).abs().mean(), "all": sum(m.square().mean() for m in moved)}
        (losses["last"] + losses["all"]).backward()
        optimizer.step()
        for name, value in losses.items():
            parts[name] = (parts.get(name, 0) + value).detach()  # want "parts keeps the value of every iteration"
        if step % 100 == 0:
            summaries(writer, model, batch, args)
    return parts


parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int)
train(torch.utils.data.DataLoader(torch.randn(64, 8), batch_size=8), torch.utils.tensorboard.SummaryWriter(), parser.parse_args())
