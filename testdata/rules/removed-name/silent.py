import torchvision
import torchvision.transforms as T
from torchvision import transforms
from torchvision.models import mobilenet_v2, MobileNetV2, resnet50
from torchvision.transforms import functional as F

try:
    from torchvision.models.utils import load_state_dict_from_url
except ImportError:
    from torch.hub import load_state_dict_from_url

if hasattr(transforms, "Scale"):
    Resize = transforms.Scale
else:
    Resize = transforms.Resize


class Mine:
    def Scale(self, size):
        return T.Resize(size)


def pipeline(mine, size):
    return [mine.Scale(size), Mine().Scale(size), T.RandomResizedCrop(size), F.resize, torchvision.io.read_image]


def weights():
    return load_state_dict_from_url("https://example.org/w.pth"), mobilenet_v2(), MobileNetV2(), resnet50(), Resize
