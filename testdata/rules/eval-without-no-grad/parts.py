# A forward pass that gives a dictionary or a list: what becomes of its items is what becomes of the pass.
import torch
import torch.nn as nn
from torchvision.utils import save_image


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.logits = nn.Linear(3, 3)
        self.depth = nn.Linear(3, 1)

    def forward(self, x):
        return {"logits": self.logits(x), "depth": self.depth(x)}


class Pyramid(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, 3, 3, padding=1) for _ in range(depth)])

    def forward(self, x):
        scales = []
        for layer in self.layers:
            x = layer(x)
            scales.append(torch.tanh(x))
        return scales


def train(net, optimizer, loader):
    for x, y in loader:
        out = net(x)
        loss = nn.functional.cross_entropy(out["logits"], y)
        print((out["logits"].argmax(1) == y).float().mean().item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def depth_of(net, x):
    out = net(x)  # want "only the values of what it gives are read"
    return out["depth"].detach().numpy()


def both_of(net, x):
    out = net(x)
    return out["depth"].detach().numpy(), out["logits"]


def classes_of(net, x):
    return net(x)["logits"].data.max(1)[1]  # want "only the values of what it gives are read"


def saved(pictures, names):
    pictures = list(map(lambda x: torch.clamp(x.detach() / 2 + 0.5, min=0, max=1), pictures))
    for picture, name in zip(pictures, names):
        save_image(picture, name)


class Painter:
    def __init__(self, depth):
        self.gen = Pyramid(depth)

    def step(self, optimizer, noise, criterion):
        loss = criterion(self.gen(noise))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    def train(self, loader, optimizer, criterion, names):
        fixed = torch.randn(4, 3, 64, 64)
        for i, noise in enumerate(loader):
            self.step(optimizer, noise, criterion)
            if i % 10 == 0:
                saved(self.gen(fixed), names)  # want "only to show what it gives"


if __name__ == "__main__":
    net = TwoHeads()
    train(net, torch.optim.Adam(net.parameters()), LOADER)
    print(depth_of(net, PICTURE), classes_of(net, PICTURE))
