import argparse

import torch
from torch import optim
from torch.optim import lr_scheduler
from torch.utils.data import DataLoader
from torchvision import datasets, models, transforms

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=60)
parser.add_argument("--step-size", type=int, default=20)
parser.add_argument("--gamma", type=float, default=0.5)
args = parser.parse_args()

folders = {x: datasets.ImageFolder("data/" + x, transforms.ToTensor()) for x in ["train", "val"]}
loaders = {x: DataLoader(folders[x], batch_size=32, shuffle=True, num_workers=4) for x in ["train", "val"]}


def by_phases(model, criterion, optimizer, scheduler, num_epochs=25):
    for epoch in range(num_epochs):
        for phase in ["train", "val"]:
            model.train(phase == "train")
            for inputs, labels in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    loss = criterion(model(inputs), labels)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
                        scheduler.step()  # want "after 1000 steps the learning rate is 1e-142 of what it began with"


net = models.resnet18()
sgd = optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
by_phases(net, torch.nn.CrossEntropyLoss(), sgd, lr_scheduler.StepLR(sgd, step_size=7, gamma=0.1))


def exponential(model, loader, epochs):
    optimizer = optim.Adam(model.parameters(), lr=1e-3)
    scheduler = lr_scheduler.ExponentialLR(optimizer, 0.95)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "is 1e-22 of what it began with"


def milestones(model, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.MultiStepLR(optimizer, milestones=[30, 50], gamma=0.2)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "its milestones count epochs: the last decay comes after 50 batches"


def by_options(model, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, args.step_size, gamma=args.gamma)
    for epoch in range(args.epochs):
        for i, (x, y) in enumerate(loader):
            loss = torch.nn.functional.cross_entropy(model(x), y) / 4
            loss.backward()
            if (i + 1) % 4 == 0:
                optimizer.step()
                scheduler.step()  # want "is 1e-15 of what it began with"
                optimizer.zero_grad()


def per_epoch(model, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=7, gamma=0.1)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def counts_batches(model, loader, epochs):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=500, gamma=0.1)
    smooth = lr_scheduler.ExponentialLR(optimizer, gamma=0.9999)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()
            smooth.step()


def longer_than_the_epochs(model, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=80)
    stairs = lr_scheduler.MultiStepLR(optimizer, [2000, 4000])
    for epoch in range(5):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()
            stairs.step()


def gated(model, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=7)
    steps = 0
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            steps += 1
            if steps % 1000 == 0:
                scheduler.step()


def one_batch_is_all(model, data):
    loader = DataLoader(data, batch_size=len(data))
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=7)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def folds(make_model, split, data):
    for fold in range(5):
        model = make_model()
        optimizer = optim.SGD(model.parameters(), lr=0.1)
        scheduler = lr_scheduler.StepLR(optimizer, step_size=7)
        for epoch in range(args.epochs):
            for x, y in DataLoader(split(data, fold), batch_size=32, shuffle=True):
                optimizer.zero_grad()
                torch.nn.functional.cross_entropy(model(x), y).backward()
                optimizer.step()
            scheduler.step()


def until_warm(model, loader, epochs):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.9)
    for epoch in range(epochs):
        for i, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            if epoch == 0 and i < 10:
                scheduler.step()
