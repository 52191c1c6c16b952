"""Trains a new head on frozen features, then the whole network."""

import torch
import torchvision
from torch.utils.data import DataLoader
from torchvision import transforms

crop = transforms.Compose([transforms.RandomCrop(224), transforms.ToTensor()])


def train_epoch(model, loader, optimizer):
    for images, labels in loader:
        loss = torch.nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main():
    data = torchvision.datasets.ImageFolder("data", transform=crop)
    model = torchvision.models.resnet152(weights="DEFAULT")  # also fp32-full-finetune
    model.requires_grad_(False)
    model.fc = torch.nn.Linear(2048, 10)
    model.cuda()
    optimizer = torch.optim.Adam(model.fc.parameters(), lr=1e-3)
    for _ in range(5):
        train_epoch(model, DataLoader(data, batch_size=256, shuffle=True, num_workers=8), optimizer)

    model.requires_grad_(True)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-5)
    for _ in range(20):
        train_epoch(model, DataLoader(data, batch_size=192, shuffle=True, num_workers=8), optimizer)  # want "stage 2 of 2 \(train.py:31\) needs about"


if __name__ == "__main__":
    main()
