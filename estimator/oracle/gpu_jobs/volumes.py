"""Three-dimensional convolutions over volumes: a residual classifier."""
import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Block(nn.Module):
    def __init__(self, inside, outside, stride):
        super().__init__()
        self.conv1 = nn.Conv3d(inside, outside, 3, stride, 1, bias=False)
        self.norm1 = nn.InstanceNorm3d(outside, affine=True)
        self.conv2 = nn.Conv3d(outside, outside, 3, 1, 1, bias=False)
        self.norm2 = nn.InstanceNorm3d(outside, affine=True)
        self.act = nn.LeakyReLU(0.01, inplace=True)
        self.skip = nn.Conv3d(inside, outside, 1, stride, bias=False) if stride != 1 or inside != outside else nn.Identity()

    def forward(self, x):
        y = self.act(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        return self.act(y + self.skip(x))


class Volumes(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.stem = nn.Conv3d(1, width, 3, 1, 1)
        self.blocks = nn.Sequential(Block(width, width, 1), Block(width, 2 * width, 2), Block(2 * width, 4 * width, 2), Block(4 * width, 8 * width, 2))
        self.pool = nn.AdaptiveAvgPool3d(1)
        self.head = nn.Linear(8 * width, classes)

    def forward(self, x):
        return self.head(self.pool(self.blocks(self.stem(x))).flatten(1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=2)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Volumes(args.width, 5).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.99, nesterov=True)
    data = TensorDataset(torch.randn(8 * args.batch, 1, args.size, args.size, args.size), torch.randint(5, (8 * args.batch,)))
    scaler = torch.amp.GradScaler(device.type, enabled=args.amp)
    for x, y in DataLoader(data, batch_size=args.batch):
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        with torch.autocast(device.type, dtype=torch.float16, enabled=args.amp):
            loss = nn.functional.cross_entropy(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 12)
        scaler.step(optimizer)
        scaler.update()


if __name__ == "__main__":
    main()
