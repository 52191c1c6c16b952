import torch
from torch.utils.data import DataLoader

import data
from iterators import Prefetcher

loader = DataLoader(data.Pictures(), batch_size=4)
batches = iter(loader)
images, labels = batches.next()  # want error "the iterator of a DataLoader has no method next since torch 1.13: asking for it raises AttributeError; use next"
sample = iter(loader).next()[0]  # want error "use next"


class Endless:
    def __init__(self):
        self.loader = DataLoader(data.Pictures(), shuffle=True)
        self.batches = iter(self.loader)

    def draw(self):
        try:
            return self.batches.next()  # todo-want "use next"
        except StopIteration:
            self.batches = iter(self.loader)
            return next(self.batches)


# an iterator of the project's own has the method, and so may the one of a loader that nobody sees
class Twice:
    def __init__(self, loader):
        self.it = iter(loader)

    def next(self):
        return next(self.it), next(self.it)


both = Twice(loader).next()
ahead = Prefetcher(loader).next()
others = iter(data.stream()).next()


def peek(anything):
    return iter(anything).next()


class Own(DataLoader):
    def __iter__(self):
        return Twice(super())


pair = iter(Own(data.Pictures())).next()
try:
    first = batches.next()
except AttributeError:
    first = next(batches)
