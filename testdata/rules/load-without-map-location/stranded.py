import os

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(loader, path="net.pt", epochs=3):
    net = nn.Linear(4, 2).to(device)
    if os.path.exists(path):
        net.load_state_dict(torch.load(path))  # want note "where there is none torch.load raises an error"
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x.to(device)), y.to(device)).backward()
            optimizer.step()
    torch.save(net.state_dict(), path)


def predict(x, path="net.pt"):
    where = "cuda:0" if torch.cuda.is_available() else "cpu"
    net = nn.Linear(4, 2)
    checkpoint = torch.load(path)  # want note "where there is none torch.load raises an error"
    net.load_state_dict(checkpoint["model"])
    net.to(where).eval()
    with torch.no_grad():
        return net(x.to(where))


class Tester:
    def __init__(self, path):
        self.device = torch.device("cpu")
        self.net = nn.Linear(4, 2)
        self.net.load_state_dict(torch.load(path)["model"])  # want note "where there is none torch.load raises an error"
        self.net = self.net.to(self.device)
