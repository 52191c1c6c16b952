# volatile=True does nothing any more: that is said where it is written, and the remedy with it.
import torch
from torch.autograd import Variable


def validate(model, loader):
    model.eval()
    for images, _ in loader:
        images = Variable(images.cuda(), volatile=True)  # also deprecated-symbol
        print(model(images).data)


@torch.no_grad()
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
