import torchvision
import torchvision.models as models
import torchvision.transforms as T
from torchvision import transforms
from torchvision.models.resnet import BasicBlock, model_urls  # want "torchvision.models.resnet.model_urls is gone since torchvision 0.15: importing it raises ImportError"
from torchvision.models.utils import load_state_dict_from_url  # want "torchvision.models.utils is gone since torchvision 0.11"
import torchvision.transforms.functional_tensor as F_t  # want "importing it raises ModuleNotFoundError"


def train_transform(size):
    return transforms.Compose(
        [
            transforms.Resize(size),  # want "torchvision.transforms.Scale is gone since torchvision 0.12: asking for it raises AttributeError; use torchvision.transforms.Resize"
            T.RandomResizedCrop(size),  # want "use torchvision.transforms.RandomResizedCrop"
            transforms.ToTensor(),
        ]
    )


def test_transform(size):
    return T.Compose([T.Resize(size), T.ToTensor()])  # want "torchvision.transforms.Scale"


def resnet():
    net = BasicBlock(64, 64)
    net.load_state_dict(load_state_dict_from_url(models.vgg.model_urls["vgg16"]))  # want "torchvision.models.vgg.model_urls is gone"
    return net, F_t.rgb_to_grayscale, torchvision.io.read_video("a.mp4")  # want "torchvision.io.read_video is gone since torchvision 0.26"
