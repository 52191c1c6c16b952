import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, Subset, SubsetRandomSampler, random_split
from torchvision import models, transforms
from torchvision.datasets import MNIST, ImageFolder
from torchvision.utils import save_image
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

plain = transforms.ToTensor()
turned = transforms.Compose([transforms.RandomRotation(5), plain])


class Sheets(Dataset):
    def __init__(self, folder, transform=None):
        self.items = torch.load(f"{folder}/all.pt")
        self.transform = transform
        self.chosen = range(len(self.items))

    def use(self, split):
        whole = len(self.items)
        self.chosen = range(whole // 2) if split == "train" else range(whole // 2, whole)

    def __len__(self):
        return len(self.chosen)

    def __getitem__(self, index):
        image, label = self.items[self.chosen[index]]
        return self.transform(image), label


class Drawn(Dataset):
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        x = torch.rand(3, 64, 64)
        return x, int(x.sum() > 6144)


def train_epoch(model, loader, optimizer):
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(images), labels).backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    model.eval()
    right = 0
    for images, labels in loader:
        right += (model(images).argmax(1) == labels).sum().item()
    return right


def run(train_loader, val_loader):
    model = models.resnet18(num_classes=10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        train_epoch(model, train_loader, optimizer)
        print(validate(model, val_loader))


# One dataset, two samplers of other indices.
def samplers(root, indices):
    train_set = MNIST(root, train=True, transform=plain)
    val_set = MNIST(root, train=True, transform=plain)
    train_loader = DataLoader(train_set, 64, sampler=SubsetRandomSampler(indices[:50000]), num_workers=2)
    val_loader = DataLoader(val_set, 64, sampler=SubsetRandomSampler(indices[50000:]), num_workers=2)
    run(train_loader, val_loader)


# The same folder through two transforms, and other parts of it.
def subsets(folder, indices):
    train_loader = DataLoader(Subset(ImageFolder(folder, turned), indices[:800]), 64, shuffle=True, num_workers=2)
    val_loader = DataLoader(Subset(ImageFolder(folder, plain), indices[800:]), 64, num_workers=2)
    run(train_loader, val_loader)


def split(folder):
    train_set, val_set = random_split(ImageFolder(folder, plain), [0.8, 0.2])
    run(DataLoader(train_set, 64, shuffle=True, num_workers=2), DataLoader(val_set, 64, num_workers=2))


def two_folders(args):
    train_loader = DataLoader(ImageFolder(args.train, plain), 64, shuffle=True, num_workers=2)
    val_loader = DataLoader(ImageFolder(args.val, plain), 64, num_workers=2)
    run(train_loader, val_loader)


# How well the training's samples are known is asked for, beside the other figure.
def both(root):
    train_set = MNIST(root, train=True, transform=plain)
    train_loader = DataLoader(train_set, 64, shuffle=True, num_workers=2)
    train_eval_loader = DataLoader(train_set, 256, num_workers=2)
    test_loader = DataLoader(MNIST(root, train=False, transform=plain), 256, num_workers=2)
    run(train_loader, test_loader)
    run(train_loader, train_eval_loader)


# The dataset is told another part of its samples.
def told(folder):
    train_set = Sheets(folder, plain)
    train_set.use("train")
    val_set = Sheets(folder, plain)
    val_set.use("val")
    run(DataLoader(train_set, 64, shuffle=True, num_workers=2), DataLoader(val_set, 64, num_workers=2))


# Each sample is drawn anew.
def drawn():
    train_loader = DataLoader(Drawn(1000), 64, shuffle=True, num_workers=2)
    val_loader = DataLoader(Drawn(1000), 64, num_workers=2)
    run(train_loader, val_loader)


# A few samples are to be learnt by heart, as a test of the network.
def learn_by_heart(root, overfit):
    train_set = MNIST(root, train=True, transform=plain)
    train_loader = DataLoader(train_set, 64, shuffle=True, num_workers=2)
    val_loader = DataLoader(MNIST(root, train=False, transform=plain), 64, num_workers=2)
    if overfit:
        val_loader = DataLoader(train_set, 64, num_workers=2)
    run(train_loader, val_loader)


def few(folder):
    train_loader = DataLoader(Sheets("sheets/100examples", turned), 64, shuffle=True, num_workers=2)
    val_loader = DataLoader(Sheets("sheets/100examples", plain), 64, num_workers=2)
    run(train_loader, val_loader)


@torch.no_grad()
def show(model, test_loader):
    model.eval()
    for images, _ in test_loader:
        save_image(model(images), "out.png")


# What it gives for samples of the training is looked at, and nothing is measured.
def looked_at(root):
    train_set = MNIST(root, train=True, transform=plain)
    model = models.resnet18(num_classes=10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_epoch(model, DataLoader(train_set, 64, shuffle=True, num_workers=2), optimizer)
    test_loader = DataLoader(train_set, 8, num_workers=2)
    show(model, test_loader)


# No evaluation is asked for, and the other dataset is another one.
def hugging_face(dataset):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    Trainer(model, TrainingArguments("out"), train_dataset=dataset["train"], eval_dataset=dataset["train"]).train()
    args = TrainingArguments("out", eval_strategy="epoch")
    Trainer(model, args, train_dataset=dataset["train"], eval_dataset=dataset["test"]).train()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--train")
    parser.add_argument("--val")
    two_folders(parser.parse_args())
