"""A U-Net for masks, as people write it."""
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Double(nn.Module):
    def __init__(self, inside, outside):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(inside, outside, 3, padding=1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True),
            nn.Conv2d(outside, outside, 3, padding=1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True))

    def forward(self, x):
        return self.layers(x)


class UNet(nn.Module):
    def __init__(self, channels=3, classes=1, width=64, bilinear=False):
        super().__init__()
        self.first = Double(channels, width)
        self.down = nn.ModuleList([Double(width * 2 ** i, width * 2 ** (i + 1)) for i in range(4)])
        self.bilinear = bilinear
        self.up = nn.ModuleList()
        self.join = nn.ModuleList()
        for i in reversed(range(4)):
            wide, narrow = width * 2 ** (i + 1), width * 2 ** i
            if bilinear:
                self.up.append(nn.Sequential(nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True), nn.Conv2d(wide, narrow, 1)))
            else:
                self.up.append(nn.ConvTranspose2d(wide, narrow, 2, stride=2))
            self.join.append(Double(wide, narrow))
        self.head = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        skips = [self.first(x)]
        for layer in self.down:
            skips.append(layer(F.max_pool2d(skips[-1], 2)))
        x = skips.pop()
        for up, join in zip(self.up, self.join):
            x = join(torch.cat([skips.pop(), up(x)], dim=1))
        return self.head(x)


def dice_loss(prediction, target):
    probability = prediction.sigmoid()
    overlap = (probability * target).sum(dim=(1, 2, 3))
    return 1 - ((2 * overlap + 1) / (probability.sum(dim=(1, 2, 3)) + target.sum(dim=(1, 2, 3)) + 1)).mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--bilinear", action="store_true")
    parser.add_argument("--amp", action="store_true")
    parser.add_argument("--dice", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = UNet(width=args.width, bilinear=args.bilinear).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    scaler = torch.amp.GradScaler(device.type, enabled=args.amp)
    count = 8 * args.batch
    data = TensorDataset(torch.randn(count, 3, args.size, args.size), torch.randint(2, (count, 1, args.size, args.size)).float())
    loader = DataLoader(data, batch_size=args.batch, shuffle=True)
    model.train()
    for images, masks in loader:
        images, masks = images.to(device), masks.to(device)
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast(device.type, dtype=torch.float16, enabled=args.amp):
            prediction = model(images)
            loss = F.binary_cross_entropy_with_logits(prediction, masks)
            if args.dice:
                loss = loss + dice_loss(prediction, masks)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


if __name__ == "__main__":
    main()
