# volatile=True does nothing any more: that is said where it is written, and the remedy with it.
import torch
from torch.autograd import Variable


def validate(model, loader):
    model.eval()
    for images, _ in loader:
        images = Variable(images.cuda(), volatile=True)  # also deprecated-symbol
        print(model(images).data)


def test(model, loader):
    model.eval()
    for images, _ in loader:
        images = Variable(images.cuda(), volatile=False)  # also deprecated-symbol
        print(model(images).data)  # want "model runs with gradients on"


def evaluate(model, loader, tries):
    model.eval()
    for images, _ in loader:
        images = Variable(images.cuda(), volatile=True)  # also deprecated-symbol
        for _ in range(len(tries)):
            print(model(images).data)


def run(model, loader, train):
    model.train(train)
    for images, labels in loader:
        kinds = {"volatile": not train, "requires_grad": False}
        images = Variable(images.cuda(), **kinds)
        loss = (model(images) - labels).abs().mean()
        if train:
            loss.backward()
        print(loss.data)


def evaluate_by_kinds(model, loader):
    model.eval()
    for images, _ in loader:
        kinds = {"volatile": True}
        print(model(Variable(images.cuda(), **kinds)).data)  # also deprecated-symbol
