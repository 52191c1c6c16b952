import torch
from torch import nn

from measure import Evaluator, Validator
from points import loaders


def fit(wrong):
    train, test = loaders()
    net = nn.Sequential(nn.Linear(3, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 40))
    evaluate = Evaluator(test)
    optimizer = torch.optim.Adam(net.parameters())
    net.train()
    for epoch in range(200):
        for x, y in train:
            loss = nn.functional.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(evaluate(net))


def fit_right():
    train, test = loaders()
    net = nn.Sequential(nn.Linear(3, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 40))
    validate = Validator(test)
    optimizer = torch.optim.Adam(net.parameters())
    net.train()
    for epoch in range(200):
        for x, y in train:
            loss = nn.functional.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(validate(net))
