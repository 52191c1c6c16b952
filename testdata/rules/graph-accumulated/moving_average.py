import torch
from torch import nn
from torch.utils.data import DataLoader


def smoothed(net, data, objective):
    opt = torch.optim.Adam(net.parameters())
    mean = 0.0
    for x, y in DataLoader(data, 16, num_workers=2):
        loss = objective(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        mean = 0.95 * mean + 0.05 * loss  # want "with its autograd graph"
    return mean


def begun_with_the_first(net, data, objective):
    opt = torch.optim.Adam(net.parameters())
    mean = None
    for x, y in DataLoader(data, 16, num_workers=2):
        loss = objective(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        mean = loss if mean is None else mean * 0.95 + loss * 0.05  # want "with its autograd graph"
    return mean


class Runner:
    def __init__(self, net, data):
        self.net, self.data = net, DataLoader(data, 16, num_workers=2)
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)
        self.mean = self.sum = 0

    def run(self):
        for x, y in self.data:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            self.mean = 0.9 * self.mean + 0.1 * loss  # want "with its autograd graph"
            self.sum = self.sum + loss  # want "with its autograd graph"


def of_numbers(net, data, objective):
    opt = torch.optim.Adam(net.parameters())
    mean, last = None, 0.0
    for x, y in DataLoader(data, 16, num_workers=2):
        loss = objective(net(x), y)
        smooth = 0.5 * last + 0.5 * loss  # differentiated in its lap, and the next one starts from a number
        opt.zero_grad()
        smooth.backward()
        opt.step()
        last = loss.detach()
        mean = loss.item() if mean is None else 0.9 * mean + 0.1 * loss.item()
    return mean


def differentiated_later(net, data, objective, every=4):
    opt = torch.optim.Adam(net.parameters())
    total = None
    for i, (x, y) in enumerate(DataLoader(data, 16, num_workers=2)):
        loss = objective(net(x), y)
        total = loss if total is None else 0.5 * total + loss
        if (i + 1) % every == 0:
            opt.zero_grad()
            total.backward()
            opt.step()
            total = None


def recurrent(net, data, objective):
    opt = torch.optim.Adam(net.parameters())
    for x, y in DataLoader(data, 16, num_workers=2):
        state = 0
        for part in x:
            state = 0.9 * state + 0.1 * net(part)
        opt.zero_grad()
        objective(state, y).backward()
        opt.step()
