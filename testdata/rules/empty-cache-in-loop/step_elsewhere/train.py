import torch

from engine import Engine, Quiet
from network import Network


def main(loader, epochs):
    model = Network()
    engine = Engine(model, torch.optim.SGD(model.parameters(), lr=0.1))
    for epoch in range(epochs):
        for batch in loader:
            engine.update(batch)
        engine.finish()


def second_stage(loader, epochs):
    """The second engine, under the same name, empties the cache now and then."""
    model = torch.nn.Linear(3, 3)
    engine = Quiet(model, torch.optim.SGD(model.parameters(), lr=0.1))
    for epoch in range(epochs):
        for step, batch in enumerate(loader):
            engine.update(batch, step)
        engine.finish()
