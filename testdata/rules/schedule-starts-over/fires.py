import argparse
import os

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, MultiStepLR

parser = argparse.ArgumentParser()
parser.add_argument("--resume", default="")
parser.add_argument("--epochs", type=int, default=90)
parser.add_argument("--start-epoch", type=int, default=0)
args = parser.parse_args()


def load(path, model, optimizer):
    saved = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    return saved["epoch"] + 1


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=args.epochs)  # want "starts over"
    first = 0
    if args.resume:
        first = load(args.resume, model, optimizer)
    for epoch in range(first, args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, "last.pt")


class Trainer:
    def __init__(self, model, path):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
        self.epoch = 0
        if os.path.exists(path):
            checkpoint = torch.load(path, map_location="cpu", weights_only=True)
            self.model.load_state_dict(checkpoint["state_dict"])
            self.optimizer.load_state_dict(checkpoint["optimizer"])
            self.epoch = checkpoint["epoch"]
        self.schedule = MultiStepLR(self.optimizer, [30, 60, 80], gamma=0.1)  # want "starts over"

    def fit(self, loader):
        for epoch in range(self.epoch, 90):
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            self.schedule.step()


def counted_in_arguments(model, loader):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    warm = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda e: min(1.0, (e + 1) / 10))  # want "starts over"
    if args.resume and os.path.isfile(args.resume):
        checkpoint = torch.load(args.resume, map_location="cpu", weights_only=True)
        args.start_epoch = checkpoint["epoch"]
        model.load_state_dict(checkpoint["state_dict"])
        optimizer.load_state_dict(checkpoint["optimizer"])
    for epoch in range(args.start_epoch, args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        warm.step()


def weights_alone(model, loader):
    try:
        checkpoint = torch.load("best.pth", map_location="cpu", weights_only=True)
        start = checkpoint["epoch"]
        model.load_state_dict(checkpoint["state"])
    except FileNotFoundError:
        start = 0
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.97)  # want "the weights and the count of epochs are loaded"
    for epoch in range(start, args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        decay.step()


if __name__ == "__main__":
    net = nn.Linear(8, 2)
    batches = torch.utils.data.DataLoader([(torch.zeros(8), 0)] * 64, batch_size=8, shuffle=True)
    train(net, batches)
    Trainer(net, "last.pt").fit(batches)
    counted_in_arguments(net, batches)
    weights_alone(net, batches)
