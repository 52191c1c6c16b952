import torch
from torch import nn


class Alpha(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Beta(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Gamma(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Delta(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Epsilon(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Zeta(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Eta(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Theta(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Iota(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


class Kappa(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layer = nn.Linear(8, classes)

    def forward(self, x):
        return self.layer(x)


def build(name, classes):
    if name == "alpha":
        return Alpha(classes)
    elif name == "beta":
        return Beta(classes)
    elif name == "gamma":
        return Gamma(classes)
    elif name == "delta":
        return Delta(classes)
    elif name == "epsilon":
        return Epsilon(classes)
    elif name == "zeta":
        return Zeta(classes)
    elif name == "eta":
        return Eta(classes)
    elif name == "theta":
        return Theta(classes)
    elif name == "iota":
        return Iota(classes)
    elif name == "kappa":
        return Kappa(classes)


# Whichever of very many it is, it is a module.
def predict(name, loader):
    model = build(name, 4)
    model.eval()
    with torch.no_grad():
        for x in loader:
            out = model(x)  # want "model runs with gradients on in an evaluation loop"
            print(out.argmax(1).tolist())


def build_other(name, classes):
    if name == "alpha":
        return Alpha(classes)
    elif name == "beta":
        return Beta(classes)
    elif name == "gamma":
        return Gamma(classes)
    elif name == "delta":
        return Delta(classes)
    elif name == "epsilon":
        return Epsilon(classes)
    elif name == "zeta":
        return Zeta(classes)
    elif name == "eta":
        return Eta(classes)
    elif name == "theta":
        return Theta(classes)
    elif name == "iota":
        return Iota(classes)
    elif name == "kappa":
        return Kappa(classes)
    return lambda x: x * classes


# One of them is none.
def predict_with_other(name, loader):
    model = build_other(name, 4)
    for x in loader:
        print(model(x).argmax(1).tolist())
