import torch

from losses import LabelSmoothing, Negative, get_criterion
from model import Logits, LogProbabilities, Probabilities


def fit(model, criterion, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    for epoch in range(args.epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            loss = criterion(model(images), labels)
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


def twice(loader, args):
    model = Probabilities(args.width, args.classes)
    criterion = get_criterion("ce")
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for images, labels in loader:
        optimizer.zero_grad()
        loss = criterion(model(images), labels)  # want "softmax"
        loss.backward()
        optimizer.step()


def smoothed_twice(loader, args):
    model = Probabilities(args.width, args.classes)
    criterion = LabelSmoothing(0.1)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for images, labels in loader:
        optimizer.zero_grad()
        loss = criterion(model(images), labels)  # want "softmax"
        loss.backward()
        optimizer.step()


def once(loader, args):
    fit(Logits(args.width, args.classes), get_criterion("ce"), loader, args)
    fit(Logits(args.width, args.classes), LabelSmoothing(), loader, args)
    fit(LogProbabilities(args.width, args.classes), get_criterion("nll"), loader, args)
    fit(LogProbabilities(args.width, args.classes), Negative(), loader, args)
