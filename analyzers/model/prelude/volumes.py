"""Volumes of medical images: how nibabel and SimpleITK read them, and what torchio's and MONAI's transforms make of them."""
import numpy
import torch
from numpy import ndarray
from trainlint import depth, known, side, unknown


class Volume:
    """A volume in a file: its three sides lie in it."""

    def __init__(self):
        self.shape = (side(1), side(0), depth())
        self.affine = ndarray((4, 4), torch.float64)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what a volume's " + name + " is")

    @property
    def dataobj(self):
        return self.get_fdata()

    def get_fdata(self, *args, dtype=torch.float64, **kwargs):
        return ndarray(self.shape, torch.float64).astype(dtype)

    get_data = get_fdata


def nibabel_load(filename, *args, **kwargs):
    return Volume()


class sitk_Image:
    def __init__(self):
        self.shape = (depth(), side(1), side(0))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args: unknown("what a volume's " + name + " is")


def sitk_ReadImage(filename, *args, **kwargs):
    return sitk_Image()


def sitk_GetArrayFromImage(image):
    return ndarray(image.shape, torch.float32)


sitk_GetArrayViewFromImage = sitk_GetArrayFromImage


class Changed:
    """A transform of an array whose first dimension are channels: the sizes of the others are all that it may change."""

    floats = False  # it computes in fp32

    def __init__(self, *args, **kwargs):
        pass

    def sized(self, sides):
        return sides

    def __call__(self, data, *args, **kwargs):
        shape = tuple(data.shape[:1]) + tuple(self.sized(list(data.shape[1:])))
        dtype = torch.float32 if self.floats else data.dtype
        if isinstance(data, torch.Tensor):
            if not all([known(n) for n in shape]):
                return unknown("the size of a volume lies in its file")
            return data.to(dtype) if shape == tuple(data.shape) else torch.empty(shape, dtype=dtype)
        return ndarray(shape, dtype)


class Floats(Changed):
    floats = True


class Compose:
    def __init__(self, transforms=(), *args, **kwargs):
        self.transforms = transforms

    def __call__(self, data, *args, **kwargs):
        for one in self.transforms:
            data = one(data)
        return data


def three(size):
    return (size, size, size) if isinstance(size, int) else tuple(size)


class Fixed(Changed):
    """It gives so much of each side, cut or filled up."""

    def __init__(self, size=None, *args, **kwargs):
        self.size = three(size)

    def sized(self, sides):
        return self.size


class Cut(Changed):
    """It gives so much of each side, where there is more; a side of -1 stays as it is."""

    def __init__(self, roi_size=None, max_roi_size=None, random_center=True, random_size=True, *args, **kwargs):
        self.size, self.open = roi_size, random_size

    def sized(self, sides):
        if self.open:
            return [unknown("how much a transform cuts out") for _ in sides]
        size = [self.size] * len(sides) if isinstance(self.size, int) else self.size
        return [n if k is None or k <= 0 else min(n, k) for n, k in zip(sides, size)]


class CenterCut(Cut):
    def __init__(self, roi_size=None, *args, **kwargs):
        self.size, self.open = roi_size, False


class Filled(Changed):
    """It fills each side up to so much, where there is less."""

    def __init__(self, spatial_size=None, *args, **kwargs):
        self.size = spatial_size

    def sized(self, sides):
        size = [self.size] * len(sides) if isinstance(self.size, int) else self.size
        return [n if k is None or k <= 0 else max(n, k) for n, k in zip(sides, size)]


class Scaled(Floats):
    def __init__(self, spatial_size=None, *args, **kwargs):
        self.size = spatial_size

    def sized(self, sides):
        size = [self.size] * len(sides) if isinstance(self.size, int) else self.size
        return [n if k is None or k <= 0 else k for n, k in zip(sides, size)]


tio_Compose = monai_Compose = Compose
tio_RescaleIntensity = tio_ZNormalization = tio_RandomAffine = tio_RandomElasticDeformation = tio_RandomNoise = Floats
tio_RandomBlur = tio_RandomGamma = tio_RandomBiasField = tio_RandomMotion = tio_RandomGhosting = tio_RandomSpike = Floats
tio_HistogramStandardization = tio_Clamp = tio_NormalizationTransform = Floats
tio_RandomFlip = tio_RandomSwap = tio_Lambda = Changed
tio_CropOrPad = tio_Resize = Fixed
monai_RandSpatialCrop, monai_CenterSpatialCrop, monai_SpatialPad, monai_Resize = Cut, CenterCut, Filled, Scaled
monai_ScaleIntensity = monai_NormalizeIntensity = monai_ScaleIntensityRange = monai_RandShiftIntensity = Floats
monai_RandScaleIntensity = monai_RandGaussianNoise = monai_RandAdjustContrast = monai_RandGaussianSmooth = Floats
monai_RandFlip = monai_Flip = Changed


class monai_ToTensor:
    def __init__(self, dtype=None, *args, **kwargs):
        self.dtype = dtype

    def __call__(self, data, *args, **kwargs):
        made = torch.as_tensor(data)
        return made if self.dtype is None else made.to(self.dtype)


monai_EnsureType = monai_ToTensor
