import copy
import torch
import torchvision
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


def train(model, optimizer, loader):
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def in_order(loader):
    model = torchvision.models.resnet34(weights="IMAGENET1K_V1")
    model.fc = nn.Linear(512, 7)
    train(model, torch.optim.Adam(model.parameters()), loader)


def rebuilt(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    train(model, optimizer, loader)
    model.head = nn.Linear(8, 5)
    optimizer = torch.optim.Adam(model.parameters())
    train(model, optimizer, loader)


def added(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model.head = nn.Linear(8, 5)
    optimizer.add_param_group({"params": model.head.parameters()})
    train(model, optimizer, loader)


# The new layer holds the old one, whose parameters the optimizer has.
def wrapped(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model.head = nn.Sequential(nn.Dropout(0.1), model.head)
    train(model, optimizer, loader)


def nothing_to_learn(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model.head = nn.Identity()
    train(model, optimizer, loader)


def only_evaluated(loader, test):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    train(model, optimizer, loader)
    model.eval()
    model.head = nn.Linear(8, 8)
    with torch.no_grad():
        for x in test:
            print(model(x))


# A random projection, on purpose.
def frozen(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model.body = nn.Linear(4, 8)
    for p in model.body.parameters():
        p.requires_grad = False
    train(model, optimizer, loader)


# Another network than the optimizer's.
def of_a_copy(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    other = copy.deepcopy(model)
    other.head = nn.Linear(8, 5)
    train(model, optimizer, loader)
    return other


# The optimizer was made of the other part.
def of_the_body(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.body.parameters())
    model.head = nn.Linear(8, 5)
    train(model, optimizer, loader)


# It was there before: the optimizer has both.
def both(loader):
    model, head = Net(), nn.Linear(8, 5)
    optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()])
    model.head = head
    train(model, optimizer, loader)


def main(loader, test):
    in_order(loader)
    rebuilt(loader)
    added(loader)
    wrapped(loader)
    nothing_to_learn(loader)
    only_evaluated(loader, test)
    frozen(loader)
    of_a_copy(loader)
    of_the_body(loader)
    both(loader)
