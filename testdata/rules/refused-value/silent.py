import argparse
import contextlib

import torch
from torch import nn, optim
from torch.optim.lr_scheduler import (
    CosineAnnealingWarmRestarts,
    LambdaLR,
    MultiStepLR,
    OneCycleLR,
    ReduceLROnPlateau,
)
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default="1e-3")
parser.add_argument("--workers", type=int, default=-1)
parser.add_argument("--batch-size", type=int, default=0)
parser.add_argument("--decay", type=float, default=-1.0)
args = parser.parse_args()
if args.workers < 0:
    args.workers = 4


class Net(nn.Module):
    # Who makes it says how wide it is.
    def __init__(self, width=100, heads=8, drop=50):
        super().__init__()
        self.width = width
        self.attention = nn.MultiheadAttention(self.width, heads)
        self.wide = nn.MultiheadAttention(96, 8)
        self.depthwise = nn.Conv2d(64, 128, 3, groups=64)
        self.same = nn.Conv2d(4, 8, 3, padding="same")
        self.strided = nn.Conv2d(4, 8, 3, stride=2, padding="valid")
        self.pointwise = nn.Conv2d(4, 8, 1, stride=(1, 1), padding="same")
        self.norm = nn.GroupNorm(32, 64)
        self.words = nn.Embedding(1000, 64, padding_idx=-1)
        self.last = nn.Embedding(1000, 64, padding_idx=999)
        self.lstm = nn.LSTM(64, 64, num_layers=2, dropout=0.3)
        self.all = nn.Dropout(1)
        self.some = nn.Dropout(drop / 100)
        self.whole = nn.Transformer(d_model=512, nhead=4, activation="gelu")
        self.custom = nn.TransformerEncoderLayer(64, 8, activation=nn.functional.silu)


def optimizers(net, options):
    optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True)
    optim.SGD(net.parameters(), lr=0.1, nesterov=False)
    optim.SGD(net.parameters(), lr=0.1, momentum=args.lr, nesterov=True)
    optim.SGD(net.parameters(), lr=0.1, nesterov=True, **options)
    optim.SGD(net.parameters(), lr=0)
    optim.Adam(net.parameters(), lr=args.lr, betas=(0.0, 0.999))
    optim.Adam(net.parameters(), lr=float("1e-3"), betas=[0.5, 0.9])
    optim.Adadelta(net.parameters(), rho=1.0)
    optim.SGD(net.parameters(), lr=0.1, momentum=1.5)


def schedules(optimizer, loader, milestones):
    return [
        MultiStepLR(optimizer, milestones=[30, 60]),
        MultiStepLR(optimizer, milestones),
        LambdaLR(optimizer, lambda step: 0.95**step),
        ReduceLROnPlateau(optimizer, "max", factor=0.5),
        OneCycleLR(optimizer, 0.1, total_steps=1000),
        OneCycleLR(optimizer, 0.1, None, 10, len(loader)),
        OneCycleLR(optimizer, max_lr=0.1, epochs=10, steps_per_epoch=len(loader)),
        OneCycleLR(optimizer, **milestones),
        CosineAnnealingWarmRestarts(optimizer, 10, T_mult=2),
        CosineAnnealingWarmRestarts(optimizer, 25 // 2),
    ]


def loaders(data):
    DataLoader(data, batch_size=None)
    DataLoader(data, 128 // 4, num_workers=args.workers)


# What a default stands for is asked before.
def asked(net, data):
    batch = DataLoader(data, args.batch_size) if args.batch_size > 0 else None
    if args.decay >= 0:
        optim.SGD(net.parameters(), 0.1, weight_decay=args.decay)
    return batch


def tried(net):
    try:
        return optim.SGD(net.parameters(), lr=0.1, nesterov=True)
    except ValueError:
        return optim.SGD(net.parameters(), lr=0.1)


def expected(net):
    with contextlib.suppress(ValueError):
        optim.SGD(net.parameters(), lr=0.1, nesterov=True)
