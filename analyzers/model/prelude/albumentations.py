"""What albumentations makes of arrays of images, as far as their sizes go: of images and of masks."""
import torch
from numpy import ndarray
from trainlint import chance, choose, known, unknown

# What is cut and resized like the image.
MASKS = ("mask",)
LISTS = ("masks",)
# What newer releases cut and resize, too, and is not followed.
SERIES = ("images", "volume", "volumes", "mask3d", "masks3d")


def is_size(value):
    return known(value) and isinstance(value, (list, tuple))


def reshaped(array, height, width, most=None):
    out = ndarray([height, width] + list(array.shape[2:]), array.dtype)
    out.most = most
    return out


class Transform:
    """One that leaves sizes and types as they are."""

    chance_ = 1.0

    def __init__(self, *args, **kwargs):
        self.p = kwargs.get("p", self.chance_)

    def __call__(self, *args, **data):
        if len(args) > 0:
            raise KeyError("You have to pass data to augmentations as named arguments, for example: aug(image=image)")
        return self.apply(data, {})

    def happens(self):
        if not known(self.p):
            return chance()
        if self.p >= 1:
            return True
        return self.p > 0 and chance()

    def apply(self, data, targets):
        if not self.changes() or not self.happens():
            return data
        out = {}
        for name, value in data.items():
            kind = targets.get(name, name)
            if kind in SERIES:
                value = unknown("what becomes of " + name)
            if kind == "image":
                if not isinstance(value, ndarray):
                    raise TypeError("image must be numpy array type")
                out[name] = self.image(value)
            elif kind in MASKS and value is not None:
                out[name] = self.mask(value)
            elif kind in LISTS and value is not None:
                out[name] = [self.mask(one) for one in value]
            else:
                out[name] = value
        return out

    def changes(self):
        return False

    def image(self, img):
        return img

    def mask(self, mask):
        return self.image(mask)


class Changing(Transform):
    def changes(self):
        return True


class Resizing(Changing):
    """To a height and a width, which newer versions take as a size for some."""

    def __init__(self, height=None, width=None, *args, size=None, **kwargs):
        Transform.__init__(self, **kwargs)
        if size is not None:
            height, width = size[0], size[1]
        elif is_size(height):
            height, width = height[0], height[1]
        self.height, self.width = height, width

    def image(self, img):
        return reshaped(img, self.height, self.width)


class Resize(Resizing):
    pass


class RandomResizedCrop(Resizing):
    pass


class RandomSizedBBoxSafeCrop(Resizing):
    pass


class AtLeastOneBBoxRandomCrop(Resizing):
    pass


class CropNonEmptyMaskIfExists(Resizing):
    pass


class Cropping(Resizing):
    """A part of a size, which the image has to have unless it may be padded."""

    def __init__(self, height=None, width=None, *args, pad_if_needed=False, **kwargs):
        Resizing.__init__(self, height, width, *args, **kwargs)
        self.pad_if_needed = pad_if_needed

    def image(self, img):
        for have, want in ((img.shape[0], self.height), (img.shape[1], self.width)):
            if known(have) and known(want) and known(self.pad_if_needed) and not self.pad_if_needed and want > have:
                raise ValueError("Requested crop size is larger than the image size")
        return reshaped(img, self.height, self.width)


class RandomCrop(Cropping):
    pass


class CenterCrop(Cropping):
    pass


class RandomSizedCrop(Changing):
    def __init__(self, min_max_height, *args, height=None, width=None, size=None, **kwargs):
        Transform.__init__(self, **kwargs)
        if size is None and len(args) > 0 and is_size(args[0]):
            size = args[0]
        elif size is None and len(args) > 1:
            size = (args[0], args[1])
        if size is not None:
            height, width = size[0], size[1]
        self.height, self.width = height, width

    def image(self, img):
        return reshaped(img, self.height, self.width)


class Crop(Changing):
    def __init__(self, x_min=0, y_min=0, x_max=1024, y_max=1024, *args, **kwargs):
        Transform.__init__(self, **kwargs)
        self.box = (x_min, y_min, x_max, y_max)

    def image(self, img):
        return reshaped(img, self.box[3] - self.box[1], self.box[2] - self.box[0])


class Unforeseen(Changing):
    """To a size that only the run knows."""

    def image(self, img):
        return reshaped(img, unknown("the size of an image"), unknown("the size of an image"))


class RandomScale(Unforeseen):
    chance_ = 0.5


class RandomCropFromBorders(Unforeseen):
    pass


class RandomCropNearBBox(Unforeseen):
    pass


class BBoxSafeRandomCrop(Unforeseen):
    pass


class Mosaic(Unforeseen):
    chance_ = 0.5


class Pad(Unforeseen):
    pass


class CropAndPad(Changing):
    def __init__(self, px=None, percent=None, *args, keep_size=True, **kwargs):
        Transform.__init__(self, **kwargs)
        self.keep_size = keep_size

    def image(self, img):
        if self.keep_size:
            return img
        return reshaped(img, unknown("the size of an image"), unknown("the size of an image"))


class LongestMaxSize(Changing):
    def __init__(self, max_size=None, *args, max_size_hw=None, **kwargs):
        Transform.__init__(self, **kwargs)
        self.max_size, self.max_size_hw = max_size, max_size_hw

    def image(self, img):
        if self.max_size_hw is not None or not isinstance(self.max_size, int):
            return reshaped(img, unknown("the size of an image"), unknown("the size of an image"))
        height, width = img.shape[0], img.shape[1]
        if not known(height) or not known(width):
            return reshaped(img, unknown("the size of an image"), unknown("the size of an image"), self.max_size)
        return scaled(img, self.max_size / max(height, width))


class SmallestMaxSize(LongestMaxSize):
    def image(self, img):
        height, width = img.shape[0], img.shape[1]
        if self.max_size_hw is not None or not isinstance(self.max_size, int) or not known(height) or not known(width):
            return reshaped(img, unknown("the size of an image"), unknown("the size of an image"))
        return scaled(img, self.max_size / min(height, width))


def scaled(img, by):
    return reshaped(img, max(1, round(img.shape[0] * by)), max(1, round(img.shape[1] * by)))


class PadIfNeeded(Changing):
    def __init__(self, min_height=1024, min_width=1024, pad_height_divisor=None, pad_width_divisor=None, *args, **kwargs):
        Transform.__init__(self, **kwargs)
        self.least = (min_height, min_width)
        self.multiple = (pad_height_divisor, pad_width_divisor)

    def image(self, img):
        return reshaped(img, self.side(img, 0), self.side(img, 1))

    def side(self, img, axis):
        have, least, multiple = img.shape[axis], self.least[axis], self.multiple[axis]
        if not known(have):
            if multiple is None and img.most is not None and known(img.most) and known(least) and img.most <= least:
                return least
            return unknown("the size of an image")
        if multiple is not None:
            return (have + multiple - 1) // multiple * multiple
        return max(have, least)


class Turning(Changing):
    """By quarters, or along a diagonal: height and width may change places, in some items of a batch and not in others."""

    def apply(self, data, targets):
        img = data.get("image")
        if isinstance(img, ndarray) and known(img.shape[0]) and known(img.shape[1]) and img.shape[0] == img.shape[1]:
            return data
        return Changing.apply(self, data, targets)

    def happens(self):
        return True

    def image(self, img):
        return reshaped(img, unknown("the size of a turned image"), unknown("the size of a turned image"), img.most)


class RandomRotate90(Turning):
    pass


class D4(Turning):
    pass


class SquareSymmetry(Turning):
    pass


class Transpose(Turning):
    pass


class Typed(Changing):
    """Makes other numbers of the image, and leaves masks as they are."""

    def image(self, img):
        out = ndarray(img.shape, torch.float32)
        out.most = img.most
        return out

    def mask(self, mask):
        return mask


class Normalize(Typed):
    pass


class ToFloat(Typed):
    pass


class FromFloat(Typed):
    def __init__(self, dtype="uint8", *args, **kwargs):
        Transform.__init__(self, **kwargs)
        self.dtype = dtype

    def image(self, img):
        return ndarray(img.shape, getattr(torch, self.dtype))


class ToTensorV2(Changing):
    def __init__(self, transpose_mask=False, *args, **kwargs):
        Transform.__init__(self, **kwargs)
        self.transpose_mask = transpose_mask

    def image(self, img):
        if len(img.shape) == 2:
            return torch.empty(1, *img.shape, dtype=img.dtype)
        return torch.empty(img.shape[2], img.shape[0], img.shape[1], dtype=img.dtype)

    def mask(self, mask):
        if not isinstance(mask, ndarray):
            return mask
        if self.transpose_mask and len(mask.shape) == 3:
            return torch.empty(mask.shape[2], mask.shape[0], mask.shape[1], dtype=mask.dtype)
        return torch.empty(*mask.shape, dtype=mask.dtype)


class ToTensor(ToTensorV2):
    """That of old releases: floats, and masks with a channel."""

    def __init__(self, *args, **kwargs):
        ToTensorV2.__init__(self)

    def image(self, img):
        return ToTensorV2.image(self, img).float()

    def mask(self, mask):
        return unknown("the shape of a mask")


class Keeping(Transform):
    chance_ = 0.5


AdditiveNoise = AdvancedBlur = AutoContrast = Blur = CLAHE = ChannelDropout = ChannelShuffle = Keeping
ChromaticAberration = CoarseDropout = ColorJitter = ConstrainedCoarseDropout = Cutout = Defocus = Downscale = Keeping
ElasticTransform = Emboss = Equalize = Erasing = FancyPCA = Flip = FrequencyMasking = GaussNoise = GaussianBlur = Keeping
GlassBlur = GridDistortion = GridDropout = GridElasticDeform = HEStain = HorizontalFlip = HueSaturationValue = Keeping
IAAAdditiveGaussianNoise = IAAEmboss = IAAPerspective = IAAPiecewiseAffine = IAASharpen = IAASuperpixels = ISONoise = Keeping
Illumination = ImageCompression = InvertImg = JpegCompression = MaskDropout = MedianBlur = Morphological = MotionBlur = Keeping
MultiplicativeNoise = NoOp = OpticalDistortion = PiecewiseAffine = PixelDropout = PlanckianJitter = Keeping
PlasmaBrightnessContrast = PlasmaShadow = Posterize = RGBShift = RandomBrightness = RandomBrightnessContrast = Keeping
RandomContrast = RandomFog = RandomGamma = RandomGravel = RandomGridShuffle = RandomRain = RandomShadow = RandomSnow = Keeping
RandomSunFlare = RandomToneCurve = RingingOvershoot = SaltAndPepper = Sharpen = ShiftScaleRotate = ShotNoise = Keeping
Solarize = Spatter = Superpixels = ThinPlateSpline = TimeMasking = TimeReverse = ToSepia = UnsharpMask = VerticalFlip = Keeping
XYMasking = ZoomBlur = SafeRotate = Keeping


class Rotate(Keeping):
    def __init__(self, *args, crop_border=False, fit_output=False, keep_size=True, **kwargs):
        Transform.__init__(self, **kwargs)
        self.keeps = not crop_border and not fit_output and keep_size

    def changes(self):
        return not self.keeps

    def image(self, img):
        return reshaped(img, unknown("the size of a turned image"), unknown("the size of a turned image"))


Affine = Perspective = Rotate


class ToGray(Keeping):
    def __init__(self, num_output_channels=3, *args, **kwargs):
        Transform.__init__(self, **kwargs)
        self.num_output_channels = num_output_channels

    def changes(self):
        return not known(self.num_output_channels) or self.num_output_channels != 3

    def image(self, img):
        channels = [] if known(self.num_output_channels) and self.num_output_channels == 1 else [self.num_output_channels]
        return ndarray([img.shape[0], img.shape[1]] + channels, img.dtype)

    def mask(self, mask):
        return mask


class Lambda(Transform):
    def __init__(self, image=None, mask=None, keypoint=None, bbox=None, *args, **kwargs):
        Transform.__init__(self, **kwargs)
        self.of_image, self.of_mask = image, mask

    def changes(self):
        return True

    def image(self, img):
        return img if self.of_image is None else self.of_image(img)

    def mask(self, mask):
        return mask if self.of_mask is None else self.of_mask(mask)


class Several(Transform):
    def __init__(self, transforms, *args, **kwargs):
        Transform.__init__(self, **kwargs)
        self.transforms = list(transforms)

    def changes(self):
        return any([t.changes() for t in self.transforms])

    def apply(self, data, targets):
        if not self.changes() or not self.happens():
            return data
        for t in self.transforms:
            data = t.apply(data, targets)
        return data


class Sequential(Several):
    chance_ = 0.5


class OneOf(Several):
    chance_ = 0.5

    def apply(self, data, targets):
        if not self.changes() or not self.happens():
            return data
        chosen = choose(self.transforms)
        chosen.p = 1.0  # one that was chosen happens
        return chosen.apply(data, targets)


class SomeOf(Several):
    def apply(self, data, targets):
        if not self.changes():
            return data
        return unknown("what some of several transforms make")


RandomOrder = SomeOf


class OneOrOther(OneOf):
    def __init__(self, first=None, second=None, transforms=None, *args, **kwargs):
        Several.__init__(self, [first, second] if transforms is None else transforms, **kwargs)
        self.p = 1.0


class Compose(Several):
    def __init__(self, transforms, bbox_params=None, keypoint_params=None, additional_targets=None, *args, **kwargs):
        Several.__init__(self, transforms, **kwargs)
        self.targets = {} if additional_targets is None else additional_targets
        self.filtered = ["bboxes", "keypoints"]
        for params in (bbox_params, keypoint_params):
            if isinstance(params, dict):
                self.filtered += params.get("label_fields") or []
            elif params is not None:
                self.filtered += params.label_fields

    def __call__(self, *args, **data):
        if len(args) > 0:
            raise KeyError("You have to pass data to augmentations as named arguments, for example: aug(image=image)")
        if "image" in data and not isinstance(data["image"], ndarray):
            raise TypeError("image must be numpy array type")
        out = dict(self.apply(data, self.targets))
        for name in SERIES:
            if name in data and self.changes():
                out[name] = unknown("what becomes of " + name)
        for name in data:
            if name in self.filtered:
                out[name] = unknown("what is left of " + name)
        return out


class BboxParams:
    def __init__(self, format=None, *args, label_fields=None, **kwargs):
        self.label_fields = [] if label_fields is None else list(label_fields)


KeypointParams = BboxParams
