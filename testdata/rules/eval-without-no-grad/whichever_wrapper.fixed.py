# The model is put into eval mode whichever of two it is: the plain one, or that in its wrapper.
from models import get_model
import torch
from torch import nn


class Evaluator:
    def __init__(self, args, loader):
        self.args = args
        self.loader = loader
        self.model = get_model(args.name).to(args.device)
        if args.distributed:
            self.model = nn.parallel.DistributedDataParallel(self.model, device_ids=[args.rank])

    @torch.no_grad()
    def eval(self):
        self.model.eval()
        if self.args.distributed:
            model = self.model.module
        else:
            model = self.model
        hits = 0
        for x, y in self.loader:
            hits += (model(x).argmax(1) == y).sum().item()  # want "model runs with gradients on in an evaluation loop"
        return hits


class Sometimes:
    def __init__(self, args, loader):
        self.args = args
        self.loader = loader
        self.model = get_model(args.name).to(args.device)
        self.other = get_model(args.other).to(args.device)

    def run(self):
        if self.args.quiet:
            chosen = self.model
        else:
            chosen = self.other
        chosen.eval()
        total = 0
        for x, y in self.loader:
            total += (self.model(x).argmax(1) == y).sum()
        return total


def one_of_two(args, loader):
    student = nn.Linear(4, 4)
    average = nn.Linear(4, 4)
    net = average if args.average else student
    net.eval()
    hits = 0
    for x, y in loader:
        hits += (student(x).argmax(1) == y).sum().item()
    return hits
