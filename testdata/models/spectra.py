"""Transforms of signals, there and back."""
import torch
from torch import nn


class Spectrum(nn.Module):
    def __init__(self, n=64, hop=16, win=48, windowed=True, real=False):
        super().__init__()
        self.layer = nn.Linear(512, 512)
        self.settings, self.real = (n, hop, win), real
        self.register_buffer("window", torch.hann_window(win) if windowed else None)

    def forward(self, x):
        z = torch.stft(self.layer(x), *self.settings, window=self.window, return_complex=True)
        if self.real:
            z = torch.view_as_real(z)
            return (z * z).sum(-1)
        return z.abs()


class Masked(Spectrum):
    def forward(self, x):
        z = torch.stft(self.layer(x), *self.settings, window=self.window, return_complex=True)
        z = z * torch.sigmoid(z.abs())
        return torch.istft(z, *self.settings, window=self.window, length=512 if self.real else None)
