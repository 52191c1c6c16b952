import torch
from sklearn.model_selection import KFold
from torch import nn
from torch.utils.data import DataLoader, Subset


def network(width):
    return nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 2))


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = network(width)

    def forward(self, x):
        return self.layers(x)


def epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


# Each fold has a network of its own, and all of them the optimizer of the first.
def folds(data, count):
    model = network(8)
    optimizer = torch.optim.Adam(model.parameters())
    for train, _ in KFold(count).split(range(len(data))):
        model = network(8)  # want "model is replaced after the optimizer at line 31 took the parameters of the old one: the new network gets"
        epoch(model, DataLoader(Subset(data, train), 32, shuffle=True), optimizer)


def restarts(data, seeds):
    net = Net(8)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    loader = DataLoader(data, 32, shuffle=True)
    for seed in seeds:
        torch.manual_seed(seed)
        net = Net(8)  # want "net is replaced after"
        for _ in range(3):
            epoch(net, loader, optimizer)


def optimizer_of_each(data, count):
    model = network(8)
    optimizer = torch.optim.Adam(model.parameters())
    for train, _ in KFold(count).split(range(len(data))):
        model = network(8)
        optimizer = torch.optim.Adam(model.parameters())
        epoch(model, DataLoader(Subset(data, train), 32, shuffle=True), optimizer)


# The second one is only measured.
def measured_afterwards(data, held_out):
    model = network(8)
    optimizer = torch.optim.Adam(model.parameters())
    epoch(model, DataLoader(data, 32, shuffle=True), optimizer)
    torch.save(model.state_dict(), "best.pt")
    model = network(8)
    model.load_state_dict(torch.load("best.pt"))
    model.eval()
    with torch.no_grad():
        return [model(x).argmax(1) for x, _ in DataLoader(held_out, 32)]


# One network, wrapped.
def wrapped(data):
    model = network(8).cuda()
    optimizer = torch.optim.Adam(model.parameters())
    model = nn.DataParallel(model)
    model = torch.compile(model)
    epoch(model, DataLoader(data, 32, shuffle=True), optimizer)


def given_more(data):
    model = network(8)
    optimizer = torch.optim.Adam(model.parameters())
    loader = DataLoader(data, 32, shuffle=True)
    epoch(model, loader, optimizer)
    model = network(8)
    optimizer.add_param_group({"params": model.parameters()})
    epoch(model, loader, optimizer)
