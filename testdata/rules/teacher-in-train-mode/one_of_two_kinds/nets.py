from torchvision import models


def build(name):
    if name == "big":
        return models.resnet50(num_classes=10)
    return models.resnet18(num_classes=10)
