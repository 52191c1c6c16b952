import copy

import torch
import torchvision
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3072, width), nn.ReLU(), nn.Dropout(0.5))
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        return self.head(self.body(x))


def in_evaluation_mode(batches):
    student, teacher = Net(64), Net(1024)
    teacher.load_state_dict(torch.load("teacher.pt", map_location="cpu"))
    teacher.eval()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for epoch in range(10):
        student.train()
        for x, y in batches:
            optimizer.zero_grad()
            with torch.no_grad():
                target = teacher(x).softmax(1)
            nn.functional.cross_entropy(student(x), target).backward()
            optimizer.step()


def moving_average(batches):
    net = Net(64)
    mean = Net(64)
    mean.load_state_dict(net.state_dict())
    second = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(10):
        for x, y in batches:
            optimizer.zero_grad()
            with torch.no_grad():
                target = (mean(x) + second(x)).softmax(1)
            nn.functional.cross_entropy(net(x), target).backward()
            optimizer.step()
            for a, b in zip(mean.parameters(), net.parameters()):
                a.data.mul_(0.99).add_(b.data, alpha=0.01)


def no_such_layer(batches):
    net = Net(64)
    vgg = torchvision.models.vgg16(weights="IMAGENET1K_V1").features
    random_target = Net(64)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(10):
        for x, y in batches:
            optimizer.zero_grad()
            with torch.no_grad():
                h = vgg(x)
                z = random_target(x)
            nn.functional.mse_loss(net(h), z).backward()
            optimizer.step()


in_evaluation_mode(loader)
moving_average(loader)
no_such_layer(loader)
