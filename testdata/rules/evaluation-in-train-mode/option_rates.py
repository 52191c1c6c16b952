# Where nobody says otherwise, an option's default is the rate of a dropout and the number of layers.
import argparse

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, words, layers, rate):
        super().__init__()
        self.embed = nn.Embedding(words, 8)
        self.rnn = nn.LSTM(8, 8, layers, dropout=rate)

    def forward(self, x):
        return self.rnn(self.embed(x))[0]


class Head(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.drop = nn.Dropout(rate)
        self.last = nn.Linear(8, 2)

    def forward(self, x):
        return self.last(self.drop(x))


parser = argparse.ArgumentParser()
parser.add_argument("--layers", default=2, type=int)
parser.add_argument("--rate", default=0.5, type=float)
parser.add_argument("--head-rate", default=0.0, type=float)
parser.add_argument("--of-nobody", type=float)
args = parser.parse_args()
words = torch.zeros(1, 1, dtype=torch.long)
tagger, head, other = Tagger(100, args.layers, args.rate), Head(args.head_rate), Head(args.of_nobody)
for model, path in ((tagger, "tagger.pth"), (head, "head.pth"), (other, "other.pth")):
    model.load_state_dict(torch.load(path, weights_only=True))
with torch.no_grad():
    features = tagger(words)  # want "its dropout stays on"
    print(head(features).argmax(-1), other(features).argmax(-1))
