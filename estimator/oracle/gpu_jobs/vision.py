"""A classifier of torchvision, in fp32 or under autocast, in either memory format."""
import argparse

import torch
import torchvision
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Pictures(Dataset):
    def __init__(self, size, count):
        self.size, self.count = size, count

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        return torch.randn(3, self.size, self.size), i % 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="resnet50")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--amp", action="store_true")
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--channels-last", action="store_true")
    parser.add_argument("--adamw", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = torchvision.models.get_model(args.model, num_classes=1000).to(device)
    if args.channels_last:
        model = model.to(memory_format=torch.channels_last)
    if args.adamw:
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    criterion = nn.CrossEntropyLoss()
    scaler = torch.amp.GradScaler(device.type, enabled=args.half)
    loader = DataLoader(Pictures(args.size, 8 * args.batch), batch_size=args.batch, drop_last=True)
    model.train()
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        if args.channels_last:
            images = images.to(memory_format=torch.channels_last)
        with torch.autocast(device.type, dtype=torch.float16 if args.half else torch.bfloat16, enabled=args.amp or args.half):
            loss = criterion(model(images), labels)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


if __name__ == "__main__":
    main()
