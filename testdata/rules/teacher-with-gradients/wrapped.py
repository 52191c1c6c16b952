import torch
import torch.nn.functional as F
from elsewhere import Base
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18, resnet50
from transformers import AutoModelForCausalLM


# What a class of which not all is seen keeps of what it is given may be all of it.
class Policy(Base):
    def __init__(self, network):
        super().__init__(network)
        self.last = nn.Linear(10, 2)

    def forward(self, x):
        return self.last(self.network(x))


def wrapped(data):
    network = nn.Sequential(nn.Linear(4, 10), nn.ReLU())
    policy = Policy(network)
    optimizer = torch.optim.Adam(network.parameters())
    for states in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        policy(states).mean().backward()
        optimizer.step()


class Net(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.first = nn.Linear(4, 10)
        self.parts = {"inner": inner}

    def forward(self, x):
        return self.first(x) + self.parts["inner"](x)


def given(data):
    inner = nn.Linear(4, 10)
    net = Net(inner)
    optimizer = torch.optim.Adam(inner.parameters())
    for states in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        net(states).mean().backward()
        optimizer.step()


def by_the_library(data, tokens):
    writer, student = AutoModelForCausalLM.from_pretrained("gpt2"), nn.Linear(4, 4)
    optimizer = torch.optim.Adam(student.parameters())
    for states in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.mse_loss(student(states), writer.generate(tokens).float()).backward()  # generate() turns gradients off
        optimizer.step()
