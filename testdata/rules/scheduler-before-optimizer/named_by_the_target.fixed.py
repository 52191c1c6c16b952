# What a call gives that is not seen is what the variable says which keeps it: a word that is used for nothing else.
import torch
from builders import build_training, make, parts, read


torch.manual_seed(0)


def unpacked(args, model, loader):
    optimizer, scheduler = build_training(args, model)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()  # want "before optimizer steps"


class Trainer:
    def __init__(self, args, model):
        self.model = model
        self.optimizer, self.lr_scheduler = parts(args)(model)

    def train(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            self.model(batch).mean().backward()
            self.optimizer.step()
            self.lr_scheduler.step()  # want "before self.optimizer steps"


def with_numbers(args, model, loader):  # of what counts
    optimizer, scheduler = build_training(args, model)
    for i, batch in enumerate(loader):
        optimizer.zero_grad()
        model(batch).mean().backward()
        scheduler.step(i)
        optimizer.step()


def environment(args, model, loader):
    optimizer = make(args)
    simulation, env = read(args)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        env.step()
        simulation.step()
        optimizer.step()


def in_order(args, model, loader):
    optimizer, scheduler = build_training(args, model)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()
