import torch
from torch import nn


def train(loader, x_val, y_val, epochs):
    net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(epochs):
        net.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
        net.eval()
        out = net(x_val)  # want "net runs in eval mode with gradients on"
        print((out.argmax(1) == y_val).float().mean().item())


def train_quietly(loader, x_val, y_val, epochs):
    net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(epochs):
        net.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
        net.eval()
        with torch.no_grad():
            out = net(x_val)
        print((out.argmax(1) == y_val).float().mean().item())
