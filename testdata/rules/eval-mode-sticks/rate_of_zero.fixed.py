import torch
import torch.nn as nn


class Probe(nn.Module):
    def __init__(self, features, classes, hidden=512, p=0.1):
        super().__init__()
        if hidden == 0:
            self.model = nn.Sequential(nn.Flatten(), nn.Dropout(p=p), nn.Linear(features, classes))
        else:
            self.model = nn.Sequential(nn.Linear(features, hidden), nn.Dropout(p=p), nn.Linear(hidden, classes))

    def forward(self, x):
        return self.model(x)


def without(inputs, labels, held_out):
    probe = Probe(64, 10, 0, 0.0)
    optimizer = torch.optim.Adam(probe.parameters())
    probe.train()
    for epoch in range(100):
        loss = nn.functional.cross_entropy(probe(inputs), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        probe.eval()
        with torch.no_grad():
            print(epoch, probe(held_out).argmax(1))


def with_it(inputs, labels, held_out):
    probe = Probe(64, 10, 0, 0.2)
    optimizer = torch.optim.Adam(probe.parameters())
    probe.train()
    for epoch in range(100):
        probe.train()
        loss = nn.functional.cross_entropy(probe(inputs), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        probe.eval()  # want "stays in force"
        with torch.no_grad():
            print(epoch, probe(held_out).argmax(1))
