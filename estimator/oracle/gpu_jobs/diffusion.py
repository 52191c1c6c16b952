"""A denoising model of pictures with attention, and a moving average of its weights."""
import argparse
import copy
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def embed(steps, width):
    half = width // 2
    frequencies = torch.exp(-math.log(10000) * torch.arange(half, device=steps.device) / half)
    angles = steps[:, None].float() * frequencies[None]
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class Residual(nn.Module):
    def __init__(self, inside, outside, time):
        super().__init__()
        self.norm1, self.conv1 = nn.GroupNorm(8, inside), nn.Conv2d(inside, outside, 3, padding=1)
        self.time = nn.Linear(time, outside)
        self.norm2, self.conv2 = nn.GroupNorm(8, outside), nn.Conv2d(outside, outside, 3, padding=1)
        self.skip = nn.Conv2d(inside, outside, 1) if inside != outside else nn.Identity()

    def forward(self, x, t):
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(F.silu(t))[:, :, None, None]
        h = self.conv2(F.silu(self.norm2(h)))
        return h + self.skip(x)


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.GroupNorm(8, width)
        self.qkv, self.out = nn.Conv2d(width, 3 * width, 1), nn.Conv2d(width, width, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(b, 3, c, h * w).unbind(1)
        weights = torch.softmax(torch.bmm(q.transpose(1, 2), k) / math.sqrt(c), dim=-1)
        return x + self.out(torch.bmm(v, weights.transpose(1, 2)).reshape(b, c, h, w))


class Denoiser(nn.Module):
    def __init__(self, width=64, multiples=(1, 2, 4)):
        super().__init__()
        time = 4 * width
        self.width = width
        self.time = nn.Sequential(nn.Linear(width, time), nn.SiLU(), nn.Linear(time, time))
        self.first = nn.Conv2d(3, width, 3, padding=1)
        self.down, self.up = nn.ModuleList(), nn.ModuleList()
        now, skips = width, [width]
        for i, m in enumerate(multiples):
            last = i == len(multiples) - 1
            self.down.append(nn.ModuleList([
                Residual(now, width * m, time), Attention(width * m) if last else nn.Identity(),
                nn.Identity() if last else nn.Conv2d(width * m, width * m, 3, stride=2, padding=1)]))
            now = width * m
            skips.append(now)
        self.middle = Residual(now, now, time)
        for i, m in reversed(list(enumerate(multiples))):
            self.up.append(nn.ModuleList([
                Residual(now + skips.pop(), width * m, time),
                nn.Identity() if i == 0 else nn.ConvTranspose2d(width * m, width * m, 4, 2, 1)]))
            now = width * m
        self.norm, self.last = nn.GroupNorm(8, now), nn.Conv2d(now, 3, 3, padding=1)

    def forward(self, x, steps):
        t = self.time(embed(steps, self.width))
        x = self.first(x)
        skips = []
        for residual, attention, smaller in self.down:
            x = attention(residual(x, t))
            skips.append(x)
            x = smaller(x)
        x = self.middle(x, t)
        for residual, larger in self.up:
            x = larger(residual(torch.cat([x, skips.pop()], dim=1), t))
        return self.last(F.silu(self.norm(x)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Denoiser(args.width).to(device)
    average = copy.deepcopy(model).eval().requires_grad_(False)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-4)
    kept = torch.linspace(0.999, 0.01, 1000, device=device)
    data = TensorDataset(torch.randn(4 * args.batch, 3, args.size, args.size))
    for (images,) in DataLoader(data, batch_size=args.batch, shuffle=True):
        images = images.to(device)
        steps = torch.randint(1000, (images.shape[0],), device=device)
        noise = torch.randn_like(images)
        share = kept[steps][:, None, None, None]
        noisy = share.sqrt() * images + (1 - share).sqrt() * noise
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=args.amp):
            loss = F.mse_loss(model(noisy, steps), noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for old, new in zip(average.parameters(), model.parameters()):
                old.mul_(0.999).add_(new, alpha=0.001)


if __name__ == "__main__":
    main()
