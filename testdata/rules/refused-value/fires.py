import argparse

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
parser.add_argument("--lr", default="1e-3")
parser.add_argument("--batch-size", type=int, default=0)
args = parser.parse_args()

HEADS = 8


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.width = 100
        self.grouped = nn.Conv2d(3, 64, 3, groups=2)  # want "wants in_channels to be a multiple of groups, and in_channels=3 is none of 2"
        self.up = nn.ConvTranspose2d(4, 6, 3, groups=4)  # want "out_channels=6 is none of 4"
        self.strided = nn.Conv1d(4, 8, 3, stride=2, padding="same")  # want "takes padding=.same. with a stride of 1 alone, and stride is 2"
        self.padded = nn.Conv3d(4, 8, 3, padding="full")  # want "takes padding=.same. or .valid."
        self.mode = nn.Conv2d(4, 8, 3, padding=1, padding_mode="reflection")  # want "padding_mode=.zeros. or .reflect."
        self.norm = nn.GroupNorm(32, 48)  # want "wants num_channels to be a multiple of num_groups"
        self.attention = nn.MultiheadAttention(self.width, HEADS)  # want "embed_dim=100 is none of 8: it raises AssertionError"
        self.encoder = nn.TransformerEncoderLayer(d_model=100, nhead=HEADS)  # want "d_model=100 is none of 8"
        self.decoder = nn.TransformerDecoderLayer(256, 8, activation="swish")  # want "raises RuntimeError"
        self.whole = nn.Transformer(nhead=7)  # want "wants d_model to be a multiple of nhead, and d_model=512 is none of 7"
        self.words = nn.Embedding(1000, 64, padding_idx=1000)  # want "wants padding_idx to be one of its 1000 entries"
        self.lstm = nn.LSTM(64, 64, num_layers=2, dropout=30)  # want "wants a number between 0 and 1 for dropout"
        self.rnn = nn.RNN(64, 64, nonlinearity="gelu")  # want "takes nonlinearity=.tanh. or .relu."
        self.drop = nn.Dropout(50)  # want "wants a number between 0 and 1 for p, and p=50: it raises ValueError"
        self.maps = nn.Dropout2d(p="0.5")  # want "it raises TypeError"


def optimizers(net, epochs):
    optim.SGD(net.parameters(), lr=0.1, nesterov=True)  # want "wants a momentum above 0 and no dampening beside nesterov=True, and momentum is 0"
    optim.SGD(net.parameters(), 0.1, momentum=0.9, dampening=0.1, nesterov=True)  # want "dampening 0.1"
    optim.SGD(net.parameters(), lr=-0.1)  # want "wants a number of at least 0 for lr, and lr=-0.1"
    optim.Adam(net.parameters(), lr="1e-3")  # want "and lr=.1e-3.: it raises TypeError"
    optim.AdamW(net.parameters(), lr=args.lr)  # want warning "which is the default: it raises TypeError"
    optim.AdamW(net.parameters(), 1e-3, weight_decay="0.01")  # want "for weight_decay"
    optim.Adam(net.parameters(), 1e-3, betas=0.9)  # want "wants two numbers for betas"
    optim.Adam(net.parameters(), 1e-3, betas=(0.9,))  # want "it raises IndexError"
    optim.AdamW(net.parameters(), 1e-3, (0.9, 1.0))  # want "of at least 0 and below 1 for each of betas, and betas=.0.9, 1.0."
    optim.RMSprop(net.parameters(), 1e-3, eps=-1e-8)  # want "for eps"
    optim.Adadelta(net.parameters(), rho=9)  # want "between 0 and 1 for rho"


def schedules(optimizer, epochs, loader):
    return [
        MultiStepLR(optimizer, milestones=30),  # want "wants a list of milestones"
        LambdaLR(optimizer, 0.95),  # want "wants a function"
        ReduceLROnPlateau(optimizer, "max", factor=1.0),  # want "wants a number below 1 for factor"
        ReduceLROnPlateau(optimizer, mode="auto"),  # want "takes mode=.min. or .max."
        OneCycleLR(optimizer, 0.1),  # want "wants total_steps, or epochs and steps_per_epoch, and neither is given"
        OneCycleLR(optimizer, max_lr=0.1, epochs=epochs),  # want "one of the two is missing"
        OneCycleLR(optimizer, 0.1, total_steps=1000, pct_start=30),  # want "between 0 and 1 for pct_start"
        OneCycleLR(optimizer, 0.1, total_steps=1000, anneal_strategy="cosine"),  # want "takes anneal_strategy=.cos. or .linear."
        CosineAnnealingWarmRestarts(optimizer, 0),  # want "wants a whole number of at least 1 for T_0"
        CosineAnnealingWarmRestarts(optimizer, 25 / 2),  # want "and T_0=12.5"
        CosineAnnealingWarmRestarts(optimizer, 10, T_mult=1.5),  # want "for T_mult"
    ]


def loaders(data):
    DataLoader(data, batch_size=0)  # want "wants a whole number of at least 1 for batch_size"
    DataLoader(data, batch_size=args.batch_size)  # want warning "and batch_size=0, which is the default"
    DataLoader(data, 128 / 4)  # want "and batch_size=32.0"
    DataLoader(data, 32, num_workers=-1)  # want "of at least 0 for num_workers"
