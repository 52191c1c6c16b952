import torch
from torch import nn
from torch.utils.data import DataLoader

from data import Pictures


class Block(nn.Sequential):
    def __init__(self, channels_in, channels):
        super().__init__(nn.Conv2d(channels_in, channels, 3), nn.BatchNorm2d(channels), nn.ReLU())


class Plain(nn.Sequential):
    def __init__(self, channels_in, channels):
        layers = [nn.Conv2d(channels_in, channels, 3)]
        layers.append(nn.ReLU())
        super().__init__(*layers)


class Stages(nn.ModuleList):
    def __init__(self, channels):
        super().__init__([Plain(channels, channels), Block(channels, channels)])

    def forward(self, x):
        for stage in self:
            x = stage(x)
        return x


class Net(nn.Module):
    def __init__(self, stem):
        super().__init__()
        self.stem = stem(3, 8)
        self.head = nn.Conv2d(8, 3, 1)

    def forward(self, x):
        return self.head(self.stem(x))


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = Stages(8)

    def forward(self, x):
        return self.stages(x)


def read(net, weights):
    net.load_state_dict(torch.load(weights, map_location="cpu"))
    return net


if __name__ == "__main__":
    norms = read(Net(Block), "norms.pt")
    plain = read(Net(Plain), "plain.pt")
    deep = read(Deep(), "deep.pt")
    with torch.no_grad():
        for x in DataLoader(Pictures(), 4):
            torch.save(norms(x).argmax(1), "norms_out.pt")  # want "norms runs in training mode"
        for x in DataLoader(Pictures(), 4):
            torch.save(plain(x).argmax(1), "plain_out.pt")
        for x in DataLoader(Pictures(), 4):
            torch.save(deep(x).argmax(1), "deep_out.pt")  # want "deep runs in training mode"
