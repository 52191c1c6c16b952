"""What albumentations makes of images and masks, as far as their sizes go."""
import torch
from numpy import ndarray
from trainlint import known, unknown


def is_picture(name):
    return name == "image" or name == "mask" or name.startswith("image") or name.startswith("mask")


class Transform:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **data):
        return {name: self.apply(name, item) if is_picture(name) and hasattr(item, "shape") else item for name, item in data.items()}

    def apply(self, name, item):
        return item


class Sized(Transform):
    """One that decides the size: always, or by chance."""

    def __init__(self, height=None, width=None, *args, size=None, p=1.0, always_apply=False, **kwargs):
        if size is None and isinstance(height, (list, tuple)):
            size = height
        self.size = size if size is not None else (height, width)
        self.always = always_apply or known(p) and p == 1

    def apply(self, name, item):
        height, width = self.size
        if not self.always:
            height = width = unknown("the size of an image that is changed by chance")
        return ndarray([height, width] + list(item.shape[2:]), item.dtype)


class Resize(Sized):
    pass


class RandomCrop(Sized):
    pass


class CenterCrop(Sized):
    pass


class RandomResizedCrop(Sized):
    pass


class RandomSizedCrop(Sized):
    def __init__(self, min_max_height=None, height=None, width=None, *args, size=None, **kwargs):
        super().__init__(height, width, size=size, **kwargs)


class PadIfNeeded(Transform):
    def __init__(self, min_height=1024, min_width=1024, *args, p=1.0, **kwargs):
        self.size, self.always = (min_height, min_width), known(p) and p == 1

    def apply(self, name, item):
        sizes = []
        for had, least in zip(item.shape[:2], self.size):
            if not self.always or not known(had) or not known(least):
                sizes.append(unknown("the size of an image that is padded"))
            else:
                sizes.append(max(had, least))
        return ndarray(sizes + list(item.shape[2:]), item.dtype)


class Turned(Transform):
    def apply(self, name, item):
        height, width = item.shape[:2]
        if known(height) and known(width) and height == width:
            return item
        return ndarray([unknown("the size of a turned image"), unknown("the size of a turned image")] + list(item.shape[2:]), item.dtype)


RandomRotate90 = Transpose = Turned


class Normalize(Transform):
    def apply(self, name, item):
        if name.startswith("mask"):
            return item
        return ndarray(list(item.shape), torch.float32)


ToFloat = Normalize


class ToTensorV2(Transform):
    def __init__(self, transpose_mask=False, **kwargs):
        self.transpose_mask = transpose_mask

    def apply(self, name, item):
        if name.startswith("mask") and not (self.transpose_mask and len(item.shape) == 3):
            return torch.from_numpy(item)
        if len(item.shape) == 2:
            return torch.from_numpy(item).unsqueeze(0)
        return torch.from_numpy(item.transpose(2, 0, 1))


class Compose:
    def __init__(self, transforms, *args, p=1.0, **kwargs):
        self.transforms, self.always = transforms, known(p) and p == 1

    def __call__(self, *args, **data):
        if not self.always:
            return {name: unknown("what transforms that are used by chance make") if is_picture(name) else item for name, item in data.items()}
        for transform in self.transforms:
            data = transform(**data)
        return data


Sequential = Compose


class OneOf:
    """All of them have to give the same."""

    def __init__(self, transforms, *args, **kwargs):
        self.transforms = transforms

    def __call__(self, *args, **data):
        for transform in self.transforms:
            made = transform(**data)
            for name, item in data.items():
                if is_picture(name) and hasattr(item, "shape") and made[name] is not item:
                    return {name: unknown("what one of several transforms makes") if is_picture(name) else item for name, item in data.items()}
        return data


SomeOf = OneOrOther = OneOf


class Kept(Transform):
    """One that keeps the size of what it is given, unless told not to."""

    def __init__(self, *args, crop_border=False, fit_output=False, keep_size=True, **kwargs):
        self.kept = known(crop_border) and not crop_border and known(fit_output) and not fit_output and known(keep_size) and keep_size

    def apply(self, name, item):
        if self.kept:
            return item
        return ndarray([unknown("the size of a turned image"), unknown("the size of a turned image")] + list(item.shape[2:]), item.dtype)


HorizontalFlip = VerticalFlip = Flip = Rotate = ShiftScaleRotate = Affine = SafeRotate = Perspective = NoOp = D4 = Kept
GaussianBlur = Blur = MotionBlur = MedianBlur = Defocus = GlassBlur = ZoomBlur = AdvancedBlur = Kept
GaussNoise = ISONoise = MultiplicativeNoise = SaltAndPepper = ShotNoise = Kept
ColorJitter = HueSaturationValue = RandomBrightnessContrast = RandomBrightness = RandomContrast = RandomGamma = CLAHE = Kept
RGBShift = ChannelShuffle = ChannelDropout = ToGray = ToSepia = FancyPCA = InvertImg = Equalize = Posterize = Solarize = RandomToneCurve = Kept
Cutout = CoarseDropout = GridDropout = PixelDropout = XYMasking = MaskDropout = RandomErasing = Kept
ElasticTransform = GridDistortion = OpticalDistortion = PiecewiseAffine = Downscale = ImageCompression = JpegCompression = Kept
Sharpen = Emboss = UnsharpMask = Superpixels = RingingOvershoot = Spatter = PlanckianJitter = Kept
RandomFog = RandomRain = RandomSnow = RandomShadow = RandomSunFlare = RandomGravel = Kept
