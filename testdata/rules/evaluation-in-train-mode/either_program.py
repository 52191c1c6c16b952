# One program trains or writes text with the weights that it loads: what the other way does says nothing of this one.
import argparse

import torch
import torch.nn as nn


class Writer(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.embed = nn.Embedding(words, 8)
        self.rnn = nn.GRU(8, 8, num_layers=2, dropout=0.5)
        self.last = nn.Linear(8, words)

    def forward(self, x, state=None):
        out, state = self.rnn(self.embed(x), state)
        return self.last(out), state


def train(model, optimizer, loader):
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x)[0], y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def write(model, path, x):
    model.load_state_dict(torch.load(path, weights_only=True))
    with torch.no_grad():
        out, state = model(x)  # want "training mode with the weights that it was given"
    return out.argmax(-1).tolist()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--state", required=True)
    args = parser.parse_args()
    model = Writer(100)
    if args.state == "train":
        train(model, torch.optim.Adam(model.parameters()), LOADER)
    elif args.state == "write":
        print(write(model, "writer.pth", torch.zeros(1, 1, dtype=torch.long)))


main()
