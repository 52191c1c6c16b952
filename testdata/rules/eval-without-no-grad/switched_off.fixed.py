import torch
from torch import nn
from torch.autograd import Variable


# Who writes that an input needs no gradients does not ask for any.
def error_rate(model, loader):
    model.eval()
    wrong = 0
    with torch.no_grad():
        for x, y in loader:
            x = Variable(x.cuda(), requires_grad=False)
            wrong += (model(x).data.cpu().argmax(1) != y).sum()  # want "gradients on in an evaluation loop"
    return wrong


def plain_input(model, loader):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            x.requires_grad = False
            print(model(x).argmax(1) == y)  # want "gradients on in an evaluation loop"


# These do: the value is not known, or it is True.
def maybe_asked(model, loader, wanted):
    model.eval()
    for x, y in loader:
        x = torch.as_tensor(x, dtype=torch.float32).requires_grad_(wanted)
        print(model(x), y)


def asked(model, loader):
    model.eval()
    for x, y in loader:
        x.requires_grad = True
        print(model(x), y)


def asked_by_default(model, loader):
    model.eval()
    for x, y in loader:
        print(model(x.requires_grad_()), y)


def asked_for_a_parameter(model, loader):
    model.eval()
    for x, y in loader:
        scale = nn.Parameter(torch.ones(1), requires_grad=True)
        print(model(x * scale), y)
