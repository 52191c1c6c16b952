import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--dropout", type=float, default=0.2)
parser.add_argument("--layers", type=int, default=1)
parser.add_argument("--no-dropout", type=float, default=0.0)
args = parser.parse_args()


class Tagger(nn.Module):
    def __init__(self, width, config, rate, rates, layers=1, dropout=0.5, nothing=0.0, **options):
        super().__init__()
        self.two = nn.LSTM(width, width, 2, dropout=0.5)
        self.some = nn.LSTM(width, width, layers, dropout=dropout)
        self.told = nn.GRU(width, width, args.layers, dropout=args.dropout)
        self.none = nn.GRU(width, width, dropout=0)
        self.zero = nn.GRU(width, width, dropout=nothing)
        self.off = nn.GRU(width, width, dropout=args.no_dropout)
        self.said = nn.LSTM(width, width, 1, dropout=rate)
        self.given = nn.LSTM(width, width, dropout=config["dropout"])
        if layers == 1:
            rates = 0
        self.changed = nn.LSTM(width, width, dropout=rates)
        self.where = nn.LSTM(width, width, layers, dropout=dropout if layers > 1 else 0)
        self.spread = nn.LSTM(width, width, dropout=0.5, **options)
        self.plain = nn.LSTM(width, width)
        self.cell = nn.LSTMCell(width, width)
        self.behind = nn.Dropout(dropout)
