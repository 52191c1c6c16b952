# Datasets of the project's own that run what they are given as a transform.
import albumentations as A
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import transforms


class Settings:
    def __init__(self, name):
        self.dataset = name


class Pictures(Dataset):
    def __init__(self, samples, transform=None):
        self.samples = samples
        self.transform = transform

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        picture, label = self.samples[index]
        if self.transform is not None:
            picture = self.transform(picture)
        return picture, label


class Pairs(Pictures):
    def __getitem__(self, index):
        picture, mask = self.samples[index]
        both = self.transform(image=picture, mask=mask)
        return both["image"], both["mask"]


class Phased(Pictures):
    def __init__(self, samples, transform, training):
        super().__init__(samples, transform)
        self.training = training

    def __getitem__(self, index):
        picture, label = self.samples[index]
        if self.training:
            picture = self.transform(picture)
        return picture, label


def fit(model, optimizer, train_loader, val_loader):
    for epoch in range(10):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val_loader:
                print((model(x).argmax(1) == y).sum().item())


def classify(samples, held_out):
    settings = Settings("pictures")
    flips = transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()])
    train_loader = DataLoader(Pictures(samples, flips), 32, shuffle=True)
    val_loader = DataLoader(Pictures(held_out, flips), 32)  # want "distorted at random by RandomHorizontalFlip"
    model = nn.Sequential(nn.Flatten(), nn.Linear(3072, 10))
    fit(model, torch.optim.Adam(model.parameters()), train_loader, val_loader)
    return settings


def segment(samples, held_out):
    turns = A.Compose([A.RandomCrop(256, 256), A.Normalize()])
    train_loader = DataLoader(Pairs(samples, turns), 32, shuffle=True)
    val_loader = DataLoader(Pairs(held_out, turns), 32)  # want "distorted at random by RandomCrop"
    model = nn.Conv2d(3, 2, 1)
    fit(model, torch.optim.Adam(model.parameters()), train_loader, val_loader)


def phased(samples, held_out):
    flips = transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()])
    train_loader = DataLoader(Phased(samples, flips, True), 32, shuffle=True)
    val_loader = DataLoader(Phased(held_out, flips, False), 32)  # it asks for the phase
    model = nn.Conv2d(3, 2, 1)
    fit(model, torch.optim.Adam(model.parameters()), train_loader, val_loader)


def apart(samples, held_out):
    flips = transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()])
    train_loader = DataLoader(Pictures(samples, flips), 32, shuffle=True)
    val_loader = DataLoader(Pictures(held_out, transforms.ToTensor()), 32)
    model = nn.Conv2d(3, 2, 1)
    fit(model, torch.optim.Adam(model.parameters()), train_loader, val_loader)


def exchanged(samples, held_out):
    flips = transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()])
    train_set, val_set = Pictures(samples, flips), Pictures(held_out, flips)
    val_set.transform = transforms.ToTensor()
    model = nn.Conv2d(3, 2, 1)
    fit(model, torch.optim.Adam(model.parameters()), DataLoader(train_set, 32, shuffle=True), DataLoader(val_set, 32))
