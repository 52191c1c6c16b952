from contextlib import nullcontext

import torch
from torch.cuda.amp import autocast


class Trainer:
    def __init__(self, fp16, context: torch.amp.autocast = None):  # want "only a subclass of torch.amp.autocast"
        self.context = autocast if fp16 else nullcontext  # want "functools.partial\(torch.amp.autocast, .cuda.\)"
        run(autocast)  # want "deprecated"
        stored = torch.cuda.amp.autocast  # want "deprecated"
        with stored():
            pass

    def check(self, context):
        if autocast is None:
            return False
        return isinstance(context, torch.amp.autocast)  # want "is no instance of it"


class Logged(autocast):  # want "every object of the subclass warns"
    pass


def run(factory):
    torch.cuda.amp.autocast = factory
