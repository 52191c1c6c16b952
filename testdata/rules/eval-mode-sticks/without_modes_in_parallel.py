import torch
from torch import nn
from torch.utils.data import DataLoader


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)
        self.act = nn.LeakyReLU(inplace=True)

    def forward(self, x):
        return x + self.act(self.conv(x))


class Normed(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x):
        return x + self.norm(self.conv(x))


def fit(net, loader, held_out):
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(10):
        for x in loader:
            optimizer.zero_grad()
            net(x.cuda()).mean().backward()
            optimizer.step()
        with torch.no_grad():
            net.eval()  # want "net.eval\(\) stays in force"
            for x in held_out:
                print(net(x.cuda()).mean().item())


def restores(net, loader, held_out):
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(10):
        for x in loader:
            optimizer.zero_grad()
            net(x.cuda()).mean().backward()
            optimizer.step()
        with torch.no_grad():
            net.eval()
            for x in held_out:
                print(net(x.cuda()).mean().item())


loader, held_out = DataLoader([], batch_size=4, num_workers=2, pin_memory=True), DataLoader([], batch_size=4, num_workers=2, pin_memory=True)
fit(nn.DataParallel(Normed(3).cuda()), loader, held_out)
restores(nn.DataParallel(Block(3).cuda()), loader, held_out)
