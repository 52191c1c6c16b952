import sys

from torchvision.transforms import functional

sys.modules["torchvision.transforms.functional_tensor"] = functional
