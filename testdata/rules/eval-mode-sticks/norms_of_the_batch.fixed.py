import torch
from torch import nn
from torch.utils.data import DataLoader


class Flow(nn.Sequential):
    """Its parts run one after the other, and give a second value."""

    def forward(self, x):
        total = 0.0
        for part in self:
            x, value = part(x)
            total = total + value
        return x, total


class Step(nn.Module):
    def __init__(self, width, norm=None):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1)
        self.norm = nn.BatchNorm2d(width, track_running_stats=False)
        self.instance = nn.InstanceNorm2d(width)

    def forward(self, x):
        return self.instance(self.norm(self.conv(x))), x.mean()


class Tracking(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1)
        self.norm = nn.InstanceNorm2d(width, track_running_stats=True)

    def forward(self, x):
        return self.norm(self.conv(x)), x.mean()


class Level(Flow):
    def __init__(self, width, step):
        super().__init__(Step(width), Step(width), Step(width))
        self.width = width


class Given(Flow):
    def __init__(self, width, step):
        super().__init__(Step(width), step(width))


def fit(model, loader, held_out):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        for x in loader:
            optimizer.zero_grad()
            model(x.cuda())[1].backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            print([model(x.cuda())[1].item() for x in held_out])


def fit_given(model, loader, held_out):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for x in loader:
            optimizer.zero_grad()
            model(x.cuda())[1].backward()
            optimizer.step()
        model.eval()  # want "model.eval\(\) stays in force"
        with torch.no_grad():
            print([model(x.cuda())[1].item() for x in held_out])


def main(args, step):
    loader = DataLoader(args.data, batch_size=4, num_workers=2, pin_memory=True)
    fit(Level(args.width, args.kind).cuda(), loader, loader)
    fit(Step(args.width).cuda(), loader, loader)


def main_given(args, step):
    loader = DataLoader(args.data, batch_size=4, num_workers=2, pin_memory=True)
    fit_given(Given(args.width, step).cuda(), loader, loader)
    fit_given(Tracking(args.width).cuda(), loader, loader)
