import copy

import torch
import torch.nn.functional as F
from torch import nn
from torchvision.models import resnet18, resnet50


# The module around both is run, and the student alone is trained.
class Pair(nn.Module):
    def __init__(self, teacher, student):
        super().__init__()
        self.teacher, self.student = teacher, student

    def forward(self, x, y):
        with torch.no_grad():
            wanted = self.teacher(x)  # want "self.teacher runs with gradients on"
        given = self.student(x)
        return F.kl_div(given.log_softmax(1), wanted.softmax(1), reduction="batchmean") + F.cross_entropy(given, y)


def student_alone(loader):
    pair = Pair(resnet50(weights="DEFAULT").eval(), resnet18())
    optimizer = torch.optim.SGD(pair.student.parameters(), 0.05)
    for x, y in loader:
        loss = pair(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class TrainedPair(nn.Module):
    def __init__(self, first, second):
        super().__init__()
        self.first, self.second = first, second

    def forward(self, x, y):
        return F.cross_entropy(self.first(x) + self.second(x), y)


def both(loader):
    pair = TrainedPair(resnet50(weights="DEFAULT"), resnet18())
    optimizer = torch.optim.SGD(pair.parameters(), 0.05)
    for x, y in loader:
        loss = pair(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# A copy of what is trained has parameters that require gradients, wherever the network comes from.
class Agent:
    def __init__(self, net):
        self.q = net.cuda()
        self.target = copy.deepcopy(self.q)
        self.optimizer = torch.optim.AdamW(self.q.parameters(), lr=1e-4)

    def learn(self, batch):
        state, action, reward, after = (t.cuda() for t in batch)
        with torch.no_grad():
            best = self.target(after).max(1).values  # want "self.target runs with gradients on"
        loss = F.smooth_l1_loss(self.q(state).gather(1, action), reward + best)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class FrozenTarget:
    def __init__(self, net):
        self.q = net.cuda()
        self.target = copy.deepcopy(self.q).requires_grad_(False)
        self.optimizer = torch.optim.AdamW(self.q.parameters(), lr=1e-4)

    def learn(self, batch):
        state, action, reward, after = (t.cuda() for t in batch)
        best = self.target(after).max(1).values
        loss = F.smooth_l1_loss(self.q(state).gather(1, action), reward + best)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class DetachedTarget:
    def __init__(self, net):
        self.q = net.cuda()
        self.target = copy.deepcopy(self.q)
        self.optimizer = torch.optim.AdamW(self.q.parameters(), lr=1e-4)

    def learn(self, batch):
        state, action, reward, after = (t.cuda() for t in batch)
        best = self.target(after).max(1).values.detach()  # also eval-without-no-grad
        loss = F.smooth_l1_loss(self.q(state).gather(1, action), reward + best)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
