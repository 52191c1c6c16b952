import torch

from engine import Engine


def main(model, loader):
    weights = torch.load("base.pt")  # want "weights keeps a second copy"
    model.load_state_dict(weights)
    Engine(model).run(loader)


def evaluate(model, loader):
    weights = torch.load("base.pt")
    model.load_state_dict(weights)
    return Engine(model).look(loader)


def load(model):
    """What it held is gone when it returns."""
    weights = torch.load("base.pt")
    model.load_state_dict(weights)
    return model


def second_stage(model, loader):
    model = load(model)
    Engine(model).run(loader)


def third_stage(model, loader):
    engine = Engine(model)
    engine.run(loader)
    weights = torch.load("last.pt")
    engine.model.load_state_dict(weights)
    engine = Engine(model)
    return engine.look(loader)
