import torch
from torch import autograd


class Balancer:
    def backward(self, losses, out):
        norms = {}
        for name, loss in losses.items():
            grad, = autograd.grad(loss, [out], retain_graph=True)
            norms[name] = grad.norm()
        return norms


def each(losses):
    for loss in losses:
        loss.backward(retain_graph=True)


def test_balancer():
    x = torch.zeros(3, requires_grad=True)
    norms = Balancer().backward({"one": (x - 1).abs().mean(), "two": (x + 1).abs().mean()}, x)
    print(norms)


def own(x):
    losses = {"one": (x - 1).abs().mean(), "two": (x + 1).pow(2).mean()}
    for name, loss in losses.items():
        loss.backward()  # want "drop it"
    return name


def test_own():
    own(torch.zeros(3, requires_grad=True))


def into_its_own(x, out):
    """What a function puts into a container that it is given is not what it was handed."""
    loss = (x - 1).abs().mean()
    out["loss"] = loss
    loss.backward()  # want "drop it"


def onto_a_list(x, history):
    loss = (x - 1).abs().mean()
    history.append(loss)
    loss.backward()  # want "drop it"


def one_alone(handed):
    handed["loss"].backward()  # want "drop it"


def one_of_two(handed):
    handed["left"].backward(retain_graph=True)


def one_of_many(handed):
    for loss in handed:
        loss.backward(retain_graph=True)


def callers():
    x = torch.zeros(3, requires_grad=True)
    for _ in range(10):
        into_its_own(x, {"x": x})
        onto_a_list(x, [])
    one_alone({"loss": (x - 1).abs().mean()})
    one_of_two({"left": (x - 1).abs().mean(), "right": (x + 1).abs().mean()})
    many = []
    for k in range(10):
        many.append((x - k).abs().mean())
    one_of_many(many)
