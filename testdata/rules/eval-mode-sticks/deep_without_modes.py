import torch
from torch import nn
from torch.utils.data import DataLoader


def initialize(layers):
    for layer in layers:
        if isinstance(layer, nn.Conv2d):
            nn.init.kaiming_normal_(layer.weight)
        elif isinstance(layer, nn.BatchNorm2d):
            nn.init.ones_(layer.weight)


class Dense(nn.Module):
    def __init__(self, width, norm=nn.Identity):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv2d(width * (i + 1), width, 3, padding=1) for i in range(5)])
        self.norm = norm(width)
        self.act = nn.LeakyReLU()
        initialize(self.convs)

    def forward(self, x):
        parts = [x]
        for conv in self.convs:
            parts.append(self.act(conv(torch.cat(parts, 1))))
        return self.norm(parts[-1])


class Coupling(nn.Module):
    def __init__(self, width, block=Dense, norm=nn.Identity):
        super().__init__()
        self.scale = block(width, norm)
        self.shift = block(width, norm)

    def forward(self, x):
        return x * self.scale(x).sigmoid() + self.shift(x)


def stack(number, width, norm):
    return nn.Sequential(*[Coupling(width, norm=norm) for _ in range(number)])


class Deep(nn.Module):
    def __init__(self, norm=nn.Identity):
        super().__init__()
        self.first = stack(40, 8, norm)
        self.second = stack(40, 8, norm)
        self.third = stack(40, 8, norm)

    def forward(self, x):
        return self.third(self.second(self.first(x)))


def plain(loader, held_out):
    model = Deep().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        for x in loader:
            optimizer.zero_grad()
            model(x.cuda()).mean().backward()
            optimizer.step()
        with torch.no_grad():
            model.eval()
            for x in held_out:
                print(model(x.cuda()).mean().item())


def normed(loader, held_out):
    model = Deep(nn.BatchNorm2d).cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        for x in loader:
            optimizer.zero_grad()
            model(x.cuda()).mean().backward()
            optimizer.step()
        with torch.no_grad():
            model.eval()  # want "model.eval\(\) stays in force"
            for x in held_out:
                print(model(x.cuda()).mean().item())


loader = DataLoader([], batch_size=4, num_workers=2, pin_memory=True)
plain(loader, loader)
normed(loader, loader)
