import argparse

import torch
import torch.nn as nn
from models import Deep, Final, Gated, Mixed, Plain, Pooled, Sparse, Tied, Wide
from torch.utils.data import DataLoader


class Teacher:
    def __init__(self, options, data):
        self.options = options
        self.loader = DataLoader(data, batch_size=32, shuffle=True)
        self.model = options.kind(options).to(options.device)

    def learn(self, criterion, optimizer):
        for x, y in self.loader:
            optimizer.zero_grad()
            loss = criterion(self.model(x), y)  # want "has been through one \(models.py:82\)"
            loss.backward()
            optimizer.step()

    def run(self):
        self.learn(nn.CrossEntropyLoss(), self.options.optimizer(self.model.parameters(), lr=0.1))


class Fitting(Teacher):
    def run(self):
        # the one that gives probabilities has a loss of its own
        criterion = nn.NLLLoss() if self.options.name == "final" else nn.CrossEntropyLoss()
        model = build(self.options)
        optimizer = self.options.optimizer(model.parameters(), lr=0.1)
        for x, y in self.loader:
            optimizer.zero_grad()
            out = model(x)
            loss = criterion(torch.log(out) if self.options.name == "final" else out, y)
            loss.backward()
            optimizer.step()


def build(options):
    if options.name == "plain":
        return Plain(options)
    elif options.name == "wide":
        return Wide(options)
    elif options.name == "deep":
        return Deep(options)
    elif options.name == "gated":
        return Gated(options)
    elif options.name == "pooled":
        return Pooled(options)
    elif options.name == "mixed":
        return Mixed(options)
    elif options.name == "tied":
        return Tied(options)
    elif options.name == "sparse":
        return Sparse(options)
    elif options.name == "final":
        return Final(options)
    raise ValueError(options.name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="plain")
    parser.add_argument("--optimizer", default="adam")
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--own-loss", action="store_true")
    options = parser.parse_args()
    kinds = {
        "plain": Plain,
        "wide": Wide,
        "deep": Deep,
        "gated": Gated,
        "pooled": Pooled,
        "mixed": Mixed,
        "tied": Tied,
        "sparse": Sparse,
        "final": Final,
    }
    optimizers = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}
    options.kind = kinds[options.name]
    options.optimizer = optimizers[options.optimizer]
    options.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = torch.load("data.pt")
    if options.own_loss:
        Fitting(options, data).run()
    else:
        Teacher(options, data).run()
