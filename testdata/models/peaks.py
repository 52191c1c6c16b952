"""What is there at once when the backward of an operation gives several gradients, or a tensor lies in memory in another order."""
import torch
from torch import nn


class Channels(nn.Module):
    """A PReLU's weight gets its gradient from one as large as the input."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 24, 3, padding=1), nn.PReLU(24), nn.Conv2d(24, 24, 3, padding=1), nn.PReLU(24))

    def forward(self, x):
        return self.layers(x)


class Crossed(nn.Module):
    """Two factors of which each is repeated along the other: both gradients are made whole before one is summed."""

    def __init__(self):
        super().__init__()
        self.rows, self.columns = nn.Linear(16, 40), nn.Linear(16, 48)

    def forward(self, x):
        return (self.rows(x).unsqueeze(2) * self.columns(x).unsqueeze(1)).mean((1, 2))


class Smoothed(nn.Module):
    """A window over signals whose channels lie together leaves them so."""

    def __init__(self, window=9, pool="avg"):
        super().__init__()
        self.window = nn.AvgPool1d(window, stride=1) if pool == "avg" else nn.MaxPool1d(window, stride=1)
        self.a, self.b = nn.Linear(64, 16), nn.Linear(64, 16)

    def forward(self, x):
        trend = self.window(x.permute(0, 2, 1)).permute(0, 2, 1)
        rest = x[:, :trend.shape[1]] - trend
        rest, trend = rest.permute(0, 2, 1), trend.permute(0, 2, 1)
        return self.a(rest) + self.b(trend)


class InPlace(nn.Module):
    """What a linear layer gives is no view, whatever its shape: an operation in place changes it alone."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 128), nn.ReLU(inplace=True), nn.Linear(128, 4, bias=False))

    def forward(self, x):
        return self.layers(x) + (x @ x.transpose(-1, -2)).relu_().mean()


class Outer(nn.Module):
    """An einsum that sums over nothing is a product by broadcasting; a transform back to so many samples."""

    def __init__(self, width=12, states=4):
        super().__init__()
        self.delta, self.states = nn.Linear(width, width), nn.Linear(width, states)
        self.decay = nn.Parameter(torch.ones(width, states))

    def forward(self, x):
        d, s = self.delta(x), self.states(x)
        turned = x.transpose(1, 2).contiguous().transpose(1, 2) * 2
        kept = torch.exp(torch.einsum("bld,dn->bldn", d, self.decay))
        kept = kept + torch.einsum("bld,bln,bld->bldn", d, s, turned)
        waves = torch.fft.rfft(kept.sum(-1), dim=1)
        return torch.fft.irfft(waves * 2, n=x.size(1), dim=1)


class Larger(nn.Module):
    """The larger and the smaller of two maps."""

    def __init__(self, least=False):
        super().__init__()
        self.a, self.b = nn.Conv2d(3, 16, 3, padding=1), nn.Conv2d(3, 16, 1)
        self.pick = torch.min if least else torch.max

    def forward(self, x):
        return self.pick(self.a(x), self.b(x))


class Rows(nn.Module):
    """Each row of a map is added to what a convolution makes of the one before: the gradients of the slices are added up in place."""

    def __init__(self, width=8):
        super().__init__()
        self.before, self.along = nn.Conv2d(3, width, 1), nn.Conv2d(width, width, (1, 3), padding=(0, 1))

    def forward(self, x):
        x = self.before(x)
        rows = [x[:, :, 0:1, :]]
        for i in range(1, x.size(2)):
            rows.append(x[:, :, i : i + 1, :] + torch.relu(self.along(rows[-1])))
        return torch.cat(rows, 2)
