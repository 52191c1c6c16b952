import pytorch_lightning as pl
from torch.utils.data import DataLoader
from torchvision.datasets import CIFAR10
from torchvision.transforms import ToTensor


class Run:
    def data(self):
        train_set = CIFAR10("data", transform=ToTensor())
        valid_set = CIFAR10("data", train=False, transform=ToTensor())
        train_loader = DataLoader(train_set, batch_size=32, num_workers=4)  # want "train_loader gives the training"
        valid_loader = DataLoader(valid_set, batch_size=1, num_workers=4)
        return train_loader, valid_loader

    def go(self, model):
        train_loader, valid_loader = self.data()
        trainer = pl.Trainer(accelerator="gpu", devices=1, max_epochs=5)
        trainer.fit(model, train_loader, valid_loader)


def once(model):
    loader = DataLoader(CIFAR10("data", transform=ToTensor()), batch_size=32, num_workers=4)
    pl.Trainer(max_epochs=1).fit(model, loader)


def shuffled(model):
    loader = DataLoader(CIFAR10("data", transform=ToTensor()), batch_size=32, num_workers=4, shuffle=True)
    pl.Trainer(max_epochs=10).fit(model, loader)


def tried_out(model):
    loader = DataLoader(CIFAR10("data", transform=ToTensor()), batch_size=32, num_workers=4)
    pl.Trainer(overfit_batches=10).fit(model, loader)


def measured(model):
    loader = DataLoader(CIFAR10("data", transform=ToTensor()), batch_size=32, num_workers=4)
    pl.Trainer().test(model, loader)
