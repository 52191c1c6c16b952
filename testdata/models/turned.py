"""Modules whose gradients come through permutations, and products of complex numbers."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Windows(nn.Module):
    def __init__(self, width=32, side=4, heads=4):
        super().__init__()
        self.side, self.heads = side, heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        b, h, w, c = x.shape
        s = self.side
        y = torch.roll(self.norm(x), (-2, -2), (1, 2))
        y = y.view(b, h // s, s, w // s, s, c).permute(0, 1, 3, 2, 4, 5).reshape(-1, s * s, c)
        q, k, v = self.qkv(y).reshape(-1, s * s, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        y = self.out(((q @ k.transpose(-2, -1)).softmax(-1) @ v).transpose(1, 2).reshape(-1, s * s, c))
        y = y.view(b, h // s, w // s, s, s, c).permute(0, 1, 3, 2, 4, 5).reshape(b, h, w, c)
        return x + torch.roll(y, (2, 2), (1, 2))


class Groups(nn.Module):
    def __init__(self, width=32, groups=4):
        super().__init__()
        self.groups = groups
        self.a = nn.Conv2d(width, width, 1)
        self.b = nn.Conv2d(width, width, 1)

    def forward(self, x):
        x = F.relu(self.a(x))
        b, c, h, w = x.shape
        x = x.view(b, self.groups, c // self.groups, h, w).transpose(1, 2).reshape(b, c, h, w)
        return self.b(x)


class Joints(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.a = nn.Conv1d(width, width, 3, padding=1)
        self.b = nn.Conv2d(width, width, 1)
        self.c = nn.Linear(width, width)

    def forward(self, x):
        b, c, t, v = x.shape
        x = self.b(x)
        y = self.a(x.permute(0, 3, 1, 2).contiguous().view(b * v, c, t)).view(b, v, c, t).permute(0, 2, 3, 1)
        return self.c(torch.tanh(y * x).permute(0, 2, 3, 1)).sum(2).view(-1)


class Patches(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.a = nn.Conv2d(3, width, 4, 4)
        self.b = nn.Linear(width, width)

    def forward(self, x):
        return self.b(self.a(x).flatten(2).transpose(1, 2))


class Filters(nn.Module):
    def __init__(self, width=64, rows=14, columns=8, filters=4):
        super().__init__()
        self.share = nn.Linear(width, filters * width)
        self.weight = nn.Parameter(torch.randn(rows, columns, filters, 2))
        self.filters = filters

    def forward(self, x):
        share = self.share(x.mean((1, 2))).view(len(x), self.filters, -1).softmax(dim=1).to(torch.complex64)
        weight = torch.einsum("bfc,hwf->bhwc", share, torch.view_as_complex(self.weight))
        x = torch.fft.rfft2(x * 2, dim=(1, 2), norm="ortho") * weight
        return torch.fft.irfft2(x, s=(14, 14), dim=(1, 2), norm="ortho")


class Turns(nn.Module):
    def __init__(self, width=64, length=16):
        super().__init__()
        self.a = nn.Linear(width, width)
        self.angle = nn.Parameter(torch.randn(length, width // 2))

    def forward(self, x):
        z = torch.view_as_complex(self.a(x).reshape(*x.shape[:-1], -1, 2))
        return torch.view_as_real(z * torch.polar(torch.ones_like(self.angle), self.angle)).flatten(-2)


class Spectra(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.a = nn.Linear(width, 2 * width)
        self.b = nn.Linear(width, width)

    def forward(self, x):
        a, b = torch.view_as_complex(self.a(x).view(*x.shape[:-1], -1, 2)).chunk(2, -1)
        c = a * b.conj() * a
        return self.b(torch.cat([c.real, c.imag], -1))
