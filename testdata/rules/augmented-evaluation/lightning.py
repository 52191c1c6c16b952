import copy

import pytorch_lightning as pl
import torch
from torch import nn
from torch.utils.data import DataLoader, Subset, random_split
from torchvision import models, transforms
from torchvision.datasets import CIFAR10

augmented = transforms.Compose([transforms.RandomCrop(32, padding=4), transforms.RandomHorizontalFlip(), transforms.ToTensor()])
plain = transforms.ToTensor()


class Module(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = models.resnet18(num_classes=10)

    def training_step(self, batch, index):
        return nn.functional.cross_entropy(self.net(batch[0]), batch[1])

    def validation_step(self, batch, index):
        self.log("loss", nn.functional.cross_entropy(self.net(batch[0]), batch[1]))

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


class Data(pl.LightningDataModule):
    def __init__(self, root):
        super().__init__()
        self.root, self.transform = root, augmented

    def setup(self, stage=None):
        whole = CIFAR10(self.root, train=True, transform=self.transform)
        self.train_set, self.val_set = random_split(whole, [45000, 5000])  # want "the part that is held out"
        self.test_set = CIFAR10(self.root, train=False, transform=self.transform)  # want "distorted at random by RandomCrop"

    def train_dataloader(self):
        return DataLoader(self.train_set, 64, shuffle=True, num_workers=4)

    def val_dataloader(self):
        return DataLoader(self.val_set, 64, num_workers=4)

    def test_dataloader(self):
        return [DataLoader(self.test_set, 64, num_workers=4)]

    def predict_dataloader(self):
        return DataLoader(CIFAR10(self.root, train=False, transform=self.transform), 64, num_workers=4)


class Exchanged(pl.LightningDataModule):
    def setup(self, stage=None):
        whole = CIFAR10("data", train=True, transform=augmented)
        self.train_set, self.val_set = random_split(whole, [45000, 5000])
        self.val_set.dataset = copy.copy(whole)
        self.val_set.dataset.transform = plain

    def train_dataloader(self):
        return DataLoader(self.train_set, 64, shuffle=True, num_workers=4)

    def val_dataloader(self):
        return DataLoader(self.val_set, 64, num_workers=4)


class Twice(pl.LightningDataModule):
    def setup(self, stage=None):
        self.train_set = Subset(CIFAR10("data", train=True, transform=augmented), range(45000))
        self.val_set = Subset(CIFAR10("data", train=True, transform=plain), range(45000, 50000))

    def train_dataloader(self):
        return DataLoader(self.train_set, 64, shuffle=True, num_workers=4)

    def val_dataloader(self):
        return DataLoader(self.val_set, 64, num_workers=4)


def main():
    train = DataLoader(CIFAR10("data", train=True, transform=augmented), 64, shuffle=True, num_workers=4)
    val = DataLoader(CIFAR10("data", train=False, transform=augmented), 64, num_workers=4)  # want "that the model is measured on"
    test = DataLoader(CIFAR10("data", train=False, transform=plain), 64, num_workers=4)
    trainer = pl.Trainer(max_epochs=10)
    trainer.fit(Module(), train, val)
    trainer.test(Module(), test)


def overfit():
    loader = DataLoader(CIFAR10("data", train=True, transform=augmented), 64, shuffle=True, num_workers=4)
    pl.Trainer(max_epochs=10).fit(Module(), train_dataloaders=loader, val_dataloaders=loader)


if __name__ == "__main__":
    overfit()
    main()
