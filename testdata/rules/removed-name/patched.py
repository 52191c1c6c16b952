import sys

import torchvision
import torchvision.transforms.functional as functional
from torchvision import transforms
from torchvision.transforms.functional_pil import resize  # want "torchvision.transforms.functional_pil is gone"

if not hasattr(transforms, "Scale"):
    transforms.Scale = transforms.Resize
sys.modules["torchvision.transforms.functional_tensor"] = functional
sys.modules["torchvision.transforms.functional_pil"] = functional

from torchvision.transforms.functional_tensor import rgb_to_grayscale

setattr(torchvision.models.vgg, "model_urls", {})


def both(size):
    return transforms.Scale(size), rgb_to_grayscale, resize, torchvision.models.vgg.model_urls


crops = transforms.RandomSizedCrop(8)  # want "torchvision.transforms.RandomSizedCrop is gone"
transforms.RandomSizedCrop = transforms.RandomResizedCrop
again = transforms.RandomSizedCrop(8)
