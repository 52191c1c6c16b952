import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def placed(path):
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path, map_location=device))
    return net.to(device)


def asks(path):
    net = nn.Linear(4, 2)
    if torch.cuda.is_available():
        net.load_state_dict(torch.load(path))
    else:
        net.load_state_dict(torch.load(path, map_location="cpu"))
    return net.to(device)


# It needs a GPU anyway.
def on_the_gpu(path, x):
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path))
    return net.to(device)(x.cuda())


# No weights.
def features(path):
    return nn.Linear(4, 2).to(device)(torch.load(path).to(device))


def keep(net, path):
    torch.save(net.state_dict(), path)


# Published weights were saved from the CPU, mostly.
def published(net):
    net.load_state_dict(torch.load("weights/vgg16-397923af.pth"))
    return net.to(device)


# What it loads is of this very run.
def best(loader, path="best.pt"):
    net = nn.Linear(4, 2).to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x.to(device)), y.to(device)).backward()
        optimizer.step()
        torch.save(net.state_dict(), path)
    net.load_state_dict(torch.load(path))
    return net


# It goes on without.
def tries(path):
    net = nn.Linear(4, 2)
    try:
        net.load_state_dict(torch.load(path))
    except RuntimeError:
        print("not loaded")
    return net.to(device)


# Its network goes to a GPU by number, whatever runs beside it.
def by_number(path, gpu, x):
    net = nn.Linear(4, 2)
    net.to("cuda:%d" % gpu)
    net.load_state_dict(torch.load(path))
    beside = nn.Linear(2, 2).to(device)
    return beside(net(x))
