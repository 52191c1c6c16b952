import torch
import torch.nn.functional as F
from torch import nn


def argmax(loader):
    model = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    for x, y in loader:
        predicted = model(x).argmax(1)  # want "what argmax gives has no gradient, and the loss is computed of nothing else: nothing is trained, and backward\(\) at line 13 raises RuntimeError unless"
        optimizer.zero_grad()
        criterion(predicted.float(), y.float()).backward()
        optimizer.step()


def threshold(loader):
    model = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        mask = (model(x) > 0.5).float()  # want "what a comparison gives has no gradient, and the loss is computed of nothing else"
        loss = F.binary_cross_entropy(mask, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def number(loader):
    model = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y).item()  # want "nothing of the loss but Python numbers"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def told_to_require(loader):
    model = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.l1_loss(model(x).argmax(1).float(), y)  # want "nothing is trained"
        loss.requires_grad_(True)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# Where the decision looks up what is trained.
def embedded(loader):
    model, embed = nn.Linear(8, 4), nn.Embedding(4, 8)
    optimizer = torch.optim.SGD(embed.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.mse_loss(embed(model(x).argmax(1)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# The scores are compared, the figure is shown.
def fine(loader):
    model = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    for x, y in loader:
        out = model(x)
        loss = criterion(out, y)
        shown = nn.MSELoss()(out.argmax(1).float(), y.float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), shown.item())


# A picture is trained to be what the network takes for it; a sample of a distribution.
def of_the_input(x, model):
    x = x.clone().requires_grad_(True)
    target = model(x).argmax(1)
    F.cross_entropy(model(x), target).backward()
    return x.grad


def reinforce(loader):
    policy = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
    for x, reward in loader:
        scores = policy(x)
        action = scores.argmax(1)
        loss = -(F.log_softmax(scores, 1).gather(1, action[:, None])[:, 0] * reward).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def straight_through(loader):
    model = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        p = model(x)
        hard = (p > 0.5).float()
        loss = F.mse_loss(hard - p.detach() + p, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def unseen(loader, model, optimizer, make):
    for x, y in loader:
        loss = make((model(x) > 0.5).float(), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
