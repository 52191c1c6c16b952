from typing import TYPE_CHECKING

import torchvision
import torchvision.transforms as T

if TYPE_CHECKING:
    from torchvision.transforms import Scale
else:
    from torchvision.transforms import RandomSizedCrop  # want "torchvision.transforms.RandomSizedCrop is gone"

major, minor = (int(part) for part in torchvision.__version__.split(".")[:2])
width, height = (int(part) for part in open("size.txt").read().split("x"))


def resized(size) -> "Scale":
    if minor >= 8:
        return T.Resize(size), RandomSizedCrop
    return T.Scale(size)


def shrunk(size):
    if height >= 8:
        return T.Resize(size)
    return T.Scale(size)  # want "torchvision.transforms.Scale is gone"


def either(size):
    try:
        return T.Resize(size)
    except Exception:
        return T.Scale(size)


def neither(size):
    try:
        size = size.pop()
        print(T.Scale(size))  # want "torchvision.transforms.Scale is gone"
    except Exception:
        return None


chosen = getattr(T, "Resize", None) or T.Scale
