import torch
import torch.nn.functional as F
from torch import nn


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 64)
        self.second = nn.Linear(64, 8)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


class Scale(nn.Module):
    # it has nothing to be trained
    def forward(self, x):
        return torch.relu(x)


def distil(loader):
    teacher, student = Teacher(), nn.Linear(8, 8)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x in loader:
        wanted = teacher.forward(x)  # want "teacher runs with gradients on, and no optimizer steps on its parameters"
        loss = F.mse_loss(student(x), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def scaled(loader):
    scale, student = Scale(), nn.Linear(8, 8)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x in loader:
        loss = F.mse_loss(student(x), scale.forward(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
