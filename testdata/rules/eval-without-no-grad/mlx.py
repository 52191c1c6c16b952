import mlx.core as mx
import mlx.nn as nn


def evaluate(model: nn.Module, loader):
    model.eval()
    correct = 0
    for images, labels in loader:
        correct += mx.sum(mx.argmax(model(images), axis=1) == labels).item()
    return correct
