import torch
from torch import nn
from torch.autograd import Variable


class Scaled(nn.Module):
    def __init__(self, width, start=10.0):
        super().__init__()
        self.project = nn.Linear(width, width)
        self.temperature = torch.tensor(float(start), requires_grad=True)  # want "self.temperature is a plain tensor"
        self.query = torch.rand(width, width, requires_grad=True)  # want "self.query is a plain tensor"
        self.query = self.query.cuda()
        self.gate = Variable(torch.ones(width), requires_grad=True)  # want "self.gate is a plain tensor"

    def forward(self, x):
        attention = torch.matmul(self.project(x), self.query)
        return self.temperature * attention * self.gate.sigmoid()
