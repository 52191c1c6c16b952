import shim
from torchvision.models.utils import load_state_dict_from_url  # want "torchvision.models.utils is gone"
from torchvision.transforms.functional_tensor import rgb_to_grayscale

print(shim, load_state_dict_from_url, rgb_to_grayscale)
