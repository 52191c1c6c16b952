import torch
from torch import nn


def predict(path, x):
    model = torch.load(path, weights_only=False)  # want "used as a module: torch.load refuses pickled modules since torch 2.6"
    model.eval()
    return model(x)


def moved(path, x):
    net = torch.load(path, map_location="cpu", weights_only=False).cuda()  # want "used as a module"
    return net(x)


def finetune(path, loader):
    net = torch.load(path, weights_only=False)  # want "used as a module"
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        net(x).mean().backward()
        optimizer.step()


def item(path):
    model = torch.load(path, weights_only=False)["model"].float()  # want "used as a module"
    model.eval()
    return model


def on_the_gpu(path, x, cuda):
    net = torch.load(path, weights_only=False)  # want "used as a module"
    if cuda:
        net = net.cuda()
    net = nn.DataParallel(net)
    with torch.no_grad():
        return net(x)


def printed(path, x):
    net = torch.load(path, weights_only=False)  # want "used as a module"
    print(x)
    return net.eval()
