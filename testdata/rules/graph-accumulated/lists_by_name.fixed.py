from collections import defaultdict

import torch


class Tracker:
    def __init__(self):
        self.values = defaultdict(list)

    def add(self, **values):
        for name, value in values.items():
            self.values[name].append(value.detach())  # want "keeps value"

    def add_numbers(self, **values):
        for name, value in values.items():
            self.values[name].append(value.item())


def by_keyword(model, loader, optimizer):
    tracker, quiet = Tracker(), Tracker()
    for batch in loader:
        loss = model(batch).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        tracker.add(loss=loss)
        quiet.add_numbers(loss=loss)


def by_name(model, loader, optimizer):
    stats = defaultdict(list)
    for batch in loader:
        output = model(batch)
        optimizer.zero_grad()
        (output["ce"] + output["kl"]).backward()
        optimizer.step()
        for name in ("ce", "kl"):
            stats[name].append(output[name])  # want "keeps"


def of_each_batch(model, loader, optimizer, log):
    for batch in loader:
        stats = defaultdict(list)
        output = model(batch)
        optimizer.zero_grad()
        (output["ce"] + output["kl"]).backward()
        optimizer.step()
        for name in ("ce", "kl"):
            stats[name].append(output[name])
        log(len(stats))
