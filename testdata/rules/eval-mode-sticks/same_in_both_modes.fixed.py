# eval() changes nothing for a model without dropout, batch norm and the like.
import itertools

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.layers = nn.ModuleList([
            nn.Sequential(nn.ReflectionPad1d(7), nn.utils.weight_norm(nn.Conv1d(1, channels, 15)), nn.LeakyReLU(0.2, inplace=True)),
            nn.utils.weight_norm(nn.Conv1d(channels, 1, 3)),
        ])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Same(nn.Module):
    def forward(self, x):
        return x


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(16) for _ in range(3)])
        self.pools = nn.ModuleList([Same()] + [nn.AvgPool1d(4) for _ in range(2)])

    def forward(self, x):
        return [block(pool(x)) for pool, block in zip(self.pools, self.blocks)]


class Dropping(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(16) for _ in range(3)])
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        return self.drop(self.blocks[0](x))


def validate(model, loader):
    model.eval()
    with torch.no_grad():
        for x in loader:
            print(model(x))


def same(loader, valid_loader):
    critic = Critic()
    optimizer = torch.optim.Adam(critic.parameters())
    critic.train()
    for epoch in itertools.count():
        validate(critic, valid_loader)
        for x in loader:
            loss = sum(out.mean() for out in critic(x))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def another(loader, valid_loader):
    model = Dropping()
    optimizer = torch.optim.Adam(model.parameters())
    model.train()
    for epoch in itertools.count():
        model.eval()  # want "model.eval\(\) stays in force"
        with torch.no_grad():
            for x in valid_loader:
                print(model(x))
        for x in loader:
            loss = model(x).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


class Field(nn.Module):
    def __init__(self, size: int, width: int, block=None):
        super().__init__()
        self.size = size
        self.width = width
        self.net = nn.Sequential(nn.Linear(size + 1, width), nn.SELU(), nn.Linear(self.width, size))

    def forward(self, t, x):
        assert x.shape[-1] == self.size, f"expected {self.size}"
        return self.net(torch.cat([t, x], dim=-1))


class Given(Field):
    def __init__(self, size, width, block):
        super().__init__(size, width)
        self.block = block

    def forward(self, t, x):
        return self.block(super().forward(t, x))


# Sizes that only the data tells are no layers.
def sized(loader, valid_loader, width):
    field = Field(loader.dataset[0].numel(), width)
    optimizer = torch.optim.Adam(field.parameters())
    for epoch in range(10):
        for t, x in loader:
            optimizer.zero_grad()
            field(t, x).mean().backward()
            optimizer.step()
        field.eval()
        with torch.no_grad():
            print([field(t, x).mean().item() for t, x in valid_loader])


# What the model is given and runs may be one that drops out.
def around(loader, valid_loader, block):
    field = Given(loader.dataset[0].numel(), 64, block)
    optimizer = torch.optim.Adam(field.parameters())
    for epoch in range(10):
        field.train()
        for t, x in loader:
            optimizer.zero_grad()
            field(t, x).mean().backward()
            optimizer.step()
        field.eval()  # want "field.eval\(\) stays in force"
        with torch.no_grad():
            print([field(t, x).mean().item() for t, x in valid_loader])
