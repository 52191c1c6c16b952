"""What transforms make of images, as far as their sizes go."""
import torch
from torch import nn
from PIL.Image import Decoded, Image
from trainlint import between, chance, choose, known, unknown, whole_number


def is_image(img):
    return isinstance(img, Image)


def sizes(size):
    """(height, width) of an argument, or one number."""
    if isinstance(size, (list, tuple)):
        return (size[0], size[1]) if len(size) == 2 else (size[0], size[0])
    return size, size


def resized(img, height, width):
    if is_image(img):
        return img.like((width, height))
    if in_graph(img):
        if img.dim() == 3:
            return resized(img.unsqueeze(0), height, width).squeeze(0)
        return torch.nn.functional.interpolate(img, (height, width), mode="bilinear", align_corners=False)
    return torch.empty(*img.shape[:-2], height, width, dtype=img.dtype)


def cropped(img, height, width):
    if in_graph(img) and height <= img.shape[-2] and width <= img.shape[-1]:
        return img[..., :height, :width]
    return resized(img, height, width)


def in_graph(img):
    """It is no sample but what a network gives: its gradient goes through what is done with it."""
    return known(img) and isinstance(img, torch.Tensor) and img.requires_grad


def size_of(img):
    if is_image(img):
        return img.size[1], img.size[0]
    return img.shape[-2], img.shape[-1]


class Transforming(nn.Module):
    """Most transforms are modules: people put them into an nn.Sequential."""

    def __init__(self, *args, **kwargs):
        super().__init__()


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for t in self.transforms:
            img = t(img)
        return img


class Resize(Transforming):
    def __init__(self, size, interpolation=None, max_size=None, antialias=None):
        super().__init__()
        self.size, self.max_size = size, max_size

    def forward(self, img):
        return resize(img, self.size, None, self.max_size)


Scale = Resize


def resize(img, size, interpolation=None, max_size=None, antialias=None):
    if isinstance(size, (list, tuple)) and len(size) == 2:
        return resized(img, size[0], size[1])
    if isinstance(size, (list, tuple)):
        if len(size) != 1:
            raise ValueError("If size is a sequence, it should have 1 or 2 values")
        size = size[0]
    height, width = size_of(img)
    if not known(size):
        return resized(img, size, size)  # why it is not known is why these are not
    apart = between(height, width)
    if max_size is None and known(apart) and apart == 0:  # it was cropped to its shorter side
        return resized(img, size, size)
    if not known(height) or not known(width) or max_size is not None:
        return resized(img, unknown("the size of an image"), unknown("the size of an image"))
    if height <= width:
        return resized(img, size, int(size * width / height))
    return resized(img, int(size * height / width), size)


class Cropping(Transforming):
    def __init__(self, size, *args, **kwargs):
        super().__init__()
        self.size = size

    def forward(self, img):
        return cropped(img, *sizes(self.size))


class RandomCrop(Cropping):
    @staticmethod
    def get_params(img, output_size):
        height, width = sizes(output_size)
        return whole_number("where a crop begins"), whole_number("where a crop begins"), height, width


class RandomResizedCrop(Cropping):
    def forward(self, img):
        return resized(img, *sizes(self.size))

    @staticmethod
    def get_params(img, scale, ratio):
        return tuple(whole_number("which part of an image is taken") for _ in range(4))


class CenterCrop(Cropping):
    pass


RandomSizedCrop = RandomResizedCrop


def center_crop(img, output_size):
    return cropped(img, *sizes(output_size))


def crop(img, top, left, height, width):
    return cropped(img, height, width)


def resized_crop(img, top, left, height, width, size, interpolation=None, antialias=True):
    return resized(img, *sizes(size))


class FiveCrop(Transforming):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def forward(self, img):
        return tuple(resized(img, *sizes(self.size)) for _ in range(5))


class TenCrop(FiveCrop):
    def __init__(self, size, vertical_flip=False):
        super().__init__(size)

    def forward(self, img):
        return FiveCrop.forward(self, img) + FiveCrop.forward(self, img)


class Pad(Transforming):
    def __init__(self, padding, fill=0, padding_mode="constant"):
        super().__init__()
        self.padding = padding

    def forward(self, img):
        return pad(img, self.padding)


def pad(img, padding, fill=0, padding_mode="constant"):
    if not isinstance(padding, (list, tuple)):
        padding = [padding] * 4
    if len(padding) == 2:
        padding = [padding[0], padding[1], padding[0], padding[1]]
    if len(padding) == 1:
        padding = [padding[0]] * 4
    height, width = size_of(img)
    return resized(img, height + padding[1] + padding[3], width + padding[0] + padding[2])


class Keeping(Transforming):
    """A transform that leaves the size and the type as they are."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, *img):
        return img[0] if len(img) == 1 else img


RandomHorizontalFlip = RandomVerticalFlip = ColorJitter = GaussianBlur = RandomErasing = RandomInvert = Keeping
RandomSolarize = RandomPosterize = RandomAdjustSharpness = RandomAutocontrast = RandomEqualize = RandAugment = Keeping
AutoAugment = TrivialAugmentWide = AugMix = RandomPerspective = Keeping


class RandomRotation(Transforming):
    def __init__(self, degrees, interpolation=None, expand=False, *args, **kwargs):
        super().__init__()
        self.expand = expand

    def forward(self, img):
        return turned(img, self.expand)


RandomAffine = Keeping


class Grayscale(Transforming):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def forward(self, img):
        if is_image(img):
            return img.recolored("L" if self.num_output_channels == 1 else "RGB")
        return torch.empty(*img.shape[:-3], self.num_output_channels, *img.shape[-2:], dtype=img.dtype)


RandomGrayscale = Keeping


class ToTensor:
    def __call__(self, pic):
        return to_tensor(pic)


def to_tensor(pic):
    if isinstance(pic, (Decoded, torch.Tensor)):
        raise TypeError("pic should be PIL Image or ndarray")
    if is_image(pic):
        width, height = pic.size
        dtype = torch.int32 if pic.mode == "I" else torch.float32
        return torch.empty(pic.channels(), height, width, dtype=dtype)
    shape, dtype = pic.shape, pic.dtype
    tensor = torch.as_tensor(pic)
    if len(shape) == 2:
        tensor = tensor.unsqueeze(-1)
    tensor = tensor.permute(2, 0, 1).contiguous()
    return tensor.float() if tensor.dtype == torch.uint8 else tensor


class PILToTensor:
    def __call__(self, pic):
        if isinstance(pic, Decoded) or not isinstance(pic, Image):
            raise TypeError("pic should be PIL Image")
        width, height = pic.size
        return torch.empty(pic.channels(), height, width, dtype=torch.uint8)


pil_to_tensor = PILToTensor()


def convert_image_dtype(image, dtype=torch.float32):
    return image.to(dtype)


class ToPILImage:
    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, pic):
        if isinstance(pic, torch.Tensor):
            channels, height, width = pic.shape if pic.dim() == 3 else (1, pic.shape[0], pic.shape[1])
        else:
            height, width = pic.shape[0], pic.shape[1]
            channels = pic.shape[2] if len(pic.shape) == 3 else 1
        return Image({1: "L", 3: "RGB", 4: "RGBA"}[channels] if self.mode is None else self.mode, (width, height))


to_pil_image = ToPILImage()


class ConvertImageDtype(Transforming):
    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    def forward(self, img):
        return img.to(self.dtype)


class Normalize(Transforming):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean, self.std = mean, std

    def forward(self, tensor):
        return normalize(tensor, self.mean, self.std)


def normalize(tensor, mean, std, inplace=False):
    if not isinstance(tensor, (Decoded, torch.Tensor)):
        raise TypeError("img should be Tensor Image")
    if not tensor.dtype.is_floating_point:
        raise TypeError("Input tensor should be a float tensor")
    if isinstance(tensor, Decoded):
        return tensor
    if known(mean) and isinstance(mean, (list, tuple)) and len(mean) not in (1, tensor.shape[-3]):
        raise RuntimeError("output with another shape does not match the broadcast shape")
    return tensor


class Lambda:
    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)


class RandomApply(Transforming):
    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms

    def forward(self, img):
        if chance():
            for t in self.transforms:
                img = t(img)
        return img


class RandomChoice:
    def __init__(self, transforms, p=None):
        self.transforms = transforms

    def __call__(self, *args):
        return choose(self.transforms)(*args)


class RandomOrder:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        if len([t for t in self.transforms if not isinstance(t, Keeping)]) > 1:
            return unknown("what transforms in any order make")
        return Compose(self.transforms)(img)


def hflip(img):
    return img


vflip = hflip


def keeps(img, *args, **kwargs):
    return img


adjust_brightness = adjust_contrast = adjust_saturation = adjust_hue = adjust_gamma = gaussian_blur = keeps
affine = perspective = erase = elastic_transform = adjust_sharpness = autocontrast = equalize = invert = solarize = posterize = keeps


def rotate(img, angle, interpolation=None, expand=False, *args, **kwargs):
    return turned(img, expand)


def turned(img, expand):
    if not known(expand) or expand:
        return resized(img, unknown("the size of a turned image"), unknown("the size of a turned image"))
    return img


def to_grayscale(img, num_output_channels=1):
    return Grayscale(num_output_channels)(img)


rgb_to_grayscale = to_grayscale


class InterpolationMode:
    NEAREST, BILINEAR, BICUBIC, LANCZOS, BOX, HAMMING = "nearest", "bilinear", "bicubic", "lanczos", "box", "hamming"
