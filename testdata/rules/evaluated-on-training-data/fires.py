import argparse

import lightning as L
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split
from torchvision import models, transforms
from torchvision.datasets import MNIST, ImageFolder
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

plain = transforms.ToTensor()
turned = transforms.Compose([transforms.RandomRotation(5), plain])


class Sheets(Dataset):
    def __init__(self, folder, split="train", transform=None):
        self.items = torch.load(f"{folder}/{split}.pt")
        self.transform = transform

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        image, label = self.items[index]
        return self.transform(image), label


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


def start():
    model = models.resnet18(num_classes=10)
    return model, torch.optim.SGD(model.parameters(), lr=0.1)


# The second loader was copied from the first.
def one_dataset(root):
    train_set = MNIST(root, train=True, transform=plain)
    test_set = MNIST(root, train=False, transform=plain)
    train_loader = DataLoader(train_set, 64, shuffle=True, num_workers=2)
    test_loader = DataLoader(train_set, 64, num_workers=2)  # want "test_loader goes over the samples that the model is trained on: what"
    model, optimizer = start()
    for _ in range(3):
        train_epoch(model, train_loader, optimizer)
    print(validate(model, test_loader), len(test_set))


# The second dataset was copied from the first: its transform alone is another one.
def made_alike(args):
    train_loader = DataLoader(ImageFolder(args.train, transform=turned), 64, shuffle=True, num_workers=2)
    val_set = ImageFolder(args.train, transform=plain)  # want "val_loader goes over the samples that the model is trained on, as this dataset is made like the training's"
    val_loader = DataLoader(val_set, 64, num_workers=2)
    model, optimizer = start()
    train_epoch(model, train_loader, optimizer)
    print(validate(model, val_loader))


def own_class(folder):
    train_loader = DataLoader(Sheets(folder, "train", turned), 64, shuffle=True, num_workers=2)
    dev_loader = DataLoader(Sheets(folder, "train", plain), 64, num_workers=2)  # want "dev_loader goes over"
    model, optimizer = start()
    train_epoch(model, train_loader, optimizer)
    print(validate(model, dev_loader))


# Of a split, the same part for both.
def one_part(folder):
    train_set, val_set = random_split(Sheets(folder, transform=plain), [0.8, 0.2])
    train_loader = DataLoader(train_set, 64, shuffle=True, num_workers=2)
    val_loader = DataLoader(train_set, 64, num_workers=2)  # want "val_loader goes over"
    model, optimizer = start()
    train_epoch(model, train_loader, optimizer)
    print(validate(model, val_loader), len(val_set))


class Module(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = models.resnet18(num_classes=10)

    def training_step(self, batch, index):
        return nn.functional.cross_entropy(self.net(batch[0]), batch[1])

    def validation_step(self, batch, index):
        self.log("loss", nn.functional.cross_entropy(self.net(batch[0]), batch[1]))

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


def lightning(folder):
    data = Sheets(folder, transform=plain)
    train_loader = DataLoader(data, 64, shuffle=True, num_workers=2)
    val_loader = DataLoader(data, 64, num_workers=2)  # want "val_loader goes over"
    L.Trainer(max_epochs=3).fit(Module(), train_loader, val_loader)


def hugging_face(dataset):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    args = TrainingArguments("out", eval_strategy="epoch", num_train_epochs=3)
    trainer = Trainer(model, args, train_dataset=dataset["train"], eval_dataset=dataset["train"])  # want "the trainer evaluates on the dataset that it trains on"
    trainer.train()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--train")
    made_alike(parser.parse_args())
    one_dataset("data")
    own_class("sheets")
    one_part("sheets")
    lightning("sheets")
