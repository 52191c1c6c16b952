import sys

import torch
import torch.nn.functional as F

sys.path.append("./net.works")
from zoo.model import Net, Plain


def main(train_loader, val_loader):
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(3):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
        right = 0
        with torch.no_grad():
            for x, y in val_loader:
                right += (net(x).argmax(1) == y).sum().item()  # want "net is evaluated in training mode: its dropout stays on"
        print(epoch, right)


# Nothing of this one asks for the mode.
def plain(train_loader, val_loader):
    net = Plain()
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(3):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
        right = 0
        with torch.no_grad():
            for x, y in val_loader:
                right += (net(x).argmax(1) == y).sum().item()
        print(epoch, right)
