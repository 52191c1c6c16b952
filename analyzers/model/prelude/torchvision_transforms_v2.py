"""torchvision's second transforms, as far as sizes go: of images, of tensors, and of samples that hold them among other things."""
import torch
from PIL.Image import Decoded, Image, ndarray
from torchvision import transforms as v1
from torchvision.transforms import center_crop, crop, normalize, pad, pil_to_tensor, resize, resized, resized_crop, size_of, sizes, to_pil_image
from torchvision.transforms import InterpolationMode, adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation, gaussian_blur, hflip, vflip
from trainlint import chance, choose, known, unknown


def leaves(sample):
    if isinstance(sample, (list, tuple)):
        return [leaf for one in sample for leaf in leaves(one)]
    if isinstance(sample, dict):
        return [leaf for one in sample.values() for leaf in leaves(one)]
    return [sample]


def along(sample, do):
    """A sample of which do makes something of each leaf."""
    if isinstance(sample, tuple):
        return tuple([along(one, do) for one in sample])
    if isinstance(sample, list):
        return [along(one, do) for one in sample]
    if isinstance(sample, dict):
        return {name: along(one, do) for name, one in sample.items()}
    return do(sample)


class Transform:
    """One that leaves sizes and types as they are."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *inputs):
        sample = inputs if len(inputs) > 1 else inputs[0]
        if not self.changes():
            return sample
        images = [leaf for leaf in leaves(sample) if isinstance(leaf, Image)]
        if len(images) == 0:  # the first tensor is the image, others are taken for what belongs to it
            images = [leaf for leaf in leaves(sample) if isinstance(leaf, torch.Tensor)][:1]
        return along(sample, lambda leaf: self.image(leaf) if any([leaf is one for one in images]) else self.other(leaf))

    def changes(self):
        return False

    def image(self, img):
        return img

    def other(self, leaf):
        return leaf


RandomHorizontalFlip = RandomVerticalFlip = ColorJitter = GaussianBlur = GaussianNoise = RandomErasing = RandomInvert = Transform
RandomSolarize = RandomPosterize = RandomAdjustSharpness = RandomAutocontrast = RandomEqualize = RandAugment = Transform
AutoAugment = TrivialAugmentWide = AugMix = RandomPerspective = RandomPhotometricDistort = RandomChannelPermutation = Transform
ElasticTransform = RandomAffine = RandomGrayscale = JPEG = Identity = ClampBoundingBoxes = SanitizeBoundingBoxes = Transform


class Changing(Transform):
    def changes(self):
        return True


class ByFirst(Changing):
    """One that does what the older transform of that name does."""

    older = None

    def __init__(self, *args, **kwargs):
        self.do = self.older(*args, **kwargs)

    def image(self, img):
        return self.do(img)


class Resize(ByFirst):
    older = v1.Resize


class CenterCrop(ByFirst):
    older = v1.CenterCrop


class RandomCrop(ByFirst):
    older = v1.RandomCrop


class RandomResizedCrop(ByFirst):
    older = v1.RandomResizedCrop


class Pad(ByFirst):
    older = v1.Pad


class RandomRotation(ByFirst):
    older = v1.RandomRotation


class Grayscale(ByFirst):
    older = v1.Grayscale


class Normalize(ByFirst):
    older = v1.Normalize


class RGB(Changing):
    def image(self, img):
        if isinstance(img, Image):
            return img.recolored("RGB")
        return torch.empty(*img.shape[:-3], 3, *img.shape[-2:], dtype=img.dtype)


class Unforeseen(Changing):
    """To a size that only the run knows."""

    def image(self, img):
        return resized(img, unknown("the size of an image"), unknown("the size of an image"))


RandomZoomOut = RandomIoUCrop = ScaleJitter = RandomShortestSize = RandomResize = Unforeseen


class ToImage(Changing):
    def __call__(self, *inputs):
        sample = inputs if len(inputs) > 1 else inputs[0]
        return along(sample, lambda leaf: to_image(leaf) if isinstance(leaf, (Image, ndarray)) else leaf)


def to_image(inpt):
    if isinstance(inpt, (Decoded, torch.Tensor)):
        return inpt
    if isinstance(inpt, Image):
        return pil_to_tensor(inpt)
    tensor = torch.as_tensor(inpt)
    return tensor.unsqueeze(0) if len(inpt.shape) == 2 else tensor.permute(2, 0, 1)


ToImageTensor = ToImage


class PILToTensor(Changing):
    def image(self, img):
        return pil_to_tensor(img)


class ToTensor(Changing):
    def __call__(self, *inputs):
        sample = inputs if len(inputs) > 1 else inputs[0]
        return along(sample, lambda leaf: v1.to_tensor(leaf) if isinstance(leaf, (Image, ndarray)) and not isinstance(leaf, Decoded) else leaf)


class ToPILImage(Changing):
    def image(self, img):
        return to_pil_image(img)

    def other(self, leaf):
        return to_pil_image(leaf) if isinstance(leaf, ndarray) else leaf


class ToDtype(Changing):
    def __init__(self, dtype, scale=False):
        self.dtype = dtype

    def image(self, img):
        return to_dtype(img, self.dtype)

    def other(self, leaf):
        if isinstance(self.dtype, dict) and isinstance(leaf, torch.Tensor):
            return unknown("the type of what belongs to an image")
        return leaf


ConvertImageDtype = ConvertDtype = ToDtype


def to_dtype(inpt, dtype=torch.float32, scale=False):
    if isinstance(dtype, dict):
        return unknown("the type of an image")
    return inpt.to(dtype) if isinstance(inpt, (Decoded, torch.Tensor)) else inpt


to_dtype_image = convert_image_dtype = to_dtype


class Lambda(Transform):
    def __init__(self, lambd, *types):
        self.lambd, self.types = lambd, types

    def __call__(self, *inputs):
        if len(self.types) > 0:
            return unknown("what a function makes of some types")
        return along(inputs if len(inputs) > 1 else inputs[0], self.lambd)


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, *inputs):
        for t in self.transforms:
            out = t(*inputs)
            inputs = out if len(inputs) > 1 else (out,)
        return inputs if len(inputs) > 1 else inputs[0]


class RandomApply(Compose):
    def __init__(self, transforms, p=0.5):
        Compose.__init__(self, transforms)

    def __call__(self, *inputs):
        if all([isinstance(t, Transform) and not t.changes() for t in self.transforms]) or not chance():
            return inputs if len(inputs) > 1 else inputs[0]
        return Compose.__call__(self, *inputs)


class RandomChoice(Compose):
    def __init__(self, transforms, p=None):
        Compose.__init__(self, transforms)

    def __call__(self, *inputs):
        if all([isinstance(t, Transform) and not t.changes() for t in self.transforms]):
            return inputs if len(inputs) > 1 else inputs[0]
        return choose(self.transforms)(*inputs)


class RandomOrder(Compose):
    def __call__(self, *inputs):
        if len([t for t in self.transforms if not isinstance(t, Transform) or t.changes()]) > 1:
            return unknown("what transforms in any order make")
        return Compose.__call__(self, *inputs)


class MixUp:
    """Mixes the images of a batch with each other, and their labels."""

    def __init__(self, *args, num_classes=None, labels_getter=None, **kwargs):
        self.num_classes = num_classes if num_classes is not None or len(args) == 0 else args[0]

    def __call__(self, *inputs):
        images, labels = inputs if len(inputs) > 1 else inputs[0]
        if labels.dim() == 1:
            labels = torch.empty(labels.shape[0], self.num_classes)
        return images, labels


class CutMix(MixUp):
    pass
