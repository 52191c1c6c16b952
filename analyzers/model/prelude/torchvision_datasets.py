"""torchvision's datasets: what one item of them is."""
import numpy as np
import torch
from PIL.Image import Image
from torch.utils.data import Dataset
from trainlint import unknown


class VisionDataset(Dataset):
    _mode, _side, _count = "RGB", None, None

    def __init__(self, root=None, transforms=None, transform=None, target_transform=None, **kwargs):
        self.transform, self.target_transform, self.transforms = transform, target_transform, transforms

    def _image_size(self):
        return (self._side, self._side) if self._side is not None else None

    def _target(self):
        return 0

    def _target_of(self, img):
        return self._target()

    def __getitem__(self, index):
        img = Image(self._mode, self._image_size())
        target = self._target_of(img)
        if self.transforms is not None:
            return self.transforms(img, target)
        if self.transform is not None:
            img = self.transform(img)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return img, target

    def __len__(self):
        return self._count if self._count is not None else unknown("how many items a dataset has")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what a dataset finds in its files")


class Small(VisionDataset):
    _training, _test = None, 10000

    def __init__(self, root=None, train=True, transform=None, target_transform=None, download=False):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)
        self._count = self._training if train else self._test


def names_of(count):
    return [unknown("the name of a class") for _ in range(count)]


class MNIST(Small):
    _mode, _side, _training = "L", 28, 60000
    classes = names_of(10)

    def __init__(self, *args, **kwargs):
        Small.__init__(self, *args, **kwargs)
        self.data = torch.empty(self._count, self._side, self._side, dtype=torch.uint8)
        self.targets = torch.empty(self._count, dtype=torch.int64)


class FashionMNIST(MNIST):
    pass


class KMNIST(MNIST):
    pass


class QMNIST(MNIST):
    def __init__(self, root=None, what=None, compat=True, train=True, transform=None, target_transform=None, download=False):
        MNIST.__init__(self, root, train if what is None else what == "train", transform, target_transform)
        if what not in (None, "train", "test", "test10k"):
            self._count = None
        if not compat:
            self.target = lambda: torch.empty(8, dtype=torch.int64)


class CIFAR10(Small):
    _side, _training = 32, 50000
    classes = names_of(10)

    def __init__(self, *args, **kwargs):
        Small.__init__(self, *args, **kwargs)
        self.data = np.zeros((self._count, 32, 32, 3), dtype=np.uint8)


class CIFAR100(CIFAR10):
    classes = names_of(100)


class EMNIST(MNIST):
    classes = unknown("which classes a split has")

    def __init__(self, root, split, **kwargs):
        MNIST.__init__(self, root, **kwargs)
        self._count = None  # each of its splits has another
        self.data = unknown("how many items a dataset has")
        self.targets = unknown("how many items a dataset has")


class USPS(Small):
    _mode, _side, _training, _test = "L", 16, 7291, 2007


class SVHN(VisionDataset):
    _side = 32

    def __init__(self, root=None, split="train", transform=None, target_transform=None, download=False):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)
        self._count = {"train": 73257, "test": 26032, "extra": 531131}[split]
        self.data = np.zeros((self._count, 3, 32, 32), dtype=np.uint8)
        self.labels = np.zeros((self._count,), dtype=np.int64)


class MovingMNIST(VisionDataset):
    """Videos of 20 frames, of which a part may be asked for."""

    def __init__(self, root=None, split=None, split_ratio=10, download=False, transform=None):
        VisionDataset.__init__(self, root, transform=transform)
        self._count = 10000
        self.frames = 20 if split is None else split_ratio if split == "train" else 20 - split_ratio

    def __getitem__(self, index):
        data = torch.empty(self.frames, 1, 64, 64, dtype=torch.uint8)
        return self.transform(data) if self.transform is not None else data


class STL10(VisionDataset):
    _side = 96
    classes = names_of(10)

    def __init__(self, root=None, split="train", folds=None, transform=None, target_transform=None, download=False):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)
        if folds is None:
            self._count = {"train": 5000, "train+unlabeled": 105000, "unlabeled": 100000, "test": 8000}[split]
            self.data = np.zeros((self._count, 3, 96, 96), dtype=np.uint8)


class Files:
    """The files of a folder, with what each of them shows: so many as there are."""

    def __getitem__(self, index):
        return unknown("a path"), 0

    def __len__(self):
        return unknown("how many files there are")


def pil_loader(path):
    return Image("RGB", None)


default_loader = pil_loader


class ImageFolder(VisionDataset):
    def __init__(self, root=None, transform=None, target_transform=None, loader=None, is_valid_file=None, **kwargs):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)
        self.loader = loader if loader is not None else self.opened
        self.samples = self.imgs = Files()

    def opened(self, path):
        return Image(self._mode, None)

    def __getitem__(self, index):
        img, target = self.loader(unknown("a path")), self._target()
        if self.transform is not None:
            img = self.transform(img)
        return img, target if self.target_transform is None else self.target_transform(target)


class Parted(ImageFolder):
    """Images of any size, with so many in each part."""
    _parts = {}

    def __init__(self, root=None, split="train", transform=None, target_transform=None, download=False, loader=None):
        ImageFolder.__init__(self, root, transform, target_transform, loader)
        self._count = self._parts[split]


class Food101(Parted):
    _parts = {"train": 75750, "test": 25250}


class Flowers102(Parted):
    _parts = {"train": 1020, "val": 1020, "test": 6149}


class StanfordCars(Parted):
    _parts = {"train": 8144, "test": 8041}


class GTSRB(Parted):
    _parts = {"train": 26640, "test": 12630}


class DTD(Parted):
    _parts = {"train": 1880, "val": 1880, "test": 1880}

    def __init__(self, root=None, split="train", partition=1, *args, **kwargs):
        Parted.__init__(self, root, split, *args, **kwargs)


class FGVCAircraft(Parted):
    _parts = {"train": 3334, "val": 3333, "trainval": 6667, "test": 3333}

    def __init__(self, root=None, split="trainval", annotation_level="variant", *args, **kwargs):
        Parted.__init__(self, root, split, *args, **kwargs)


class EuroSAT(VisionDataset):
    _side, _count = 64, 27000
    classes = names_of(10)

    def __init__(self, root=None, transform=None, target_transform=None, download=False, loader=None):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)


class PCAM(Parted):
    _parts = {"train": 262144, "test": 32768, "val": 32768}

    def opened(self, path):
        return Image("RGB", (96, 96))


class SEMEION(VisionDataset):
    _mode, _side, _count = "L", 16, 1593

    def __init__(self, root=None, transform=None, target_transform=None, download=False):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)


class Omniglot(VisionDataset):
    _mode, _side = "L", 105

    def __init__(self, root=None, background=True, transform=None, target_transform=None, download=False, loader=None):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)
        self._count = 19280 if background else 13180


class Caltech101(ImageFolder):
    """The file of an image tells its mode, too."""
    _mode, _count = None, 8677

    def __init__(self, root=None, target_type="category", transform=None, target_transform=None, download=False):
        ImageFolder.__init__(self, root, transform, target_transform)
        self.target_type = target_type

    def _target(self):
        return 0 if self.target_type in ("category", ["category"]) else unknown("the target of Caltech101")


class Caltech256(ImageFolder):
    _mode, _count = None, 30607

    def __init__(self, root=None, transform=None, target_transform=None, download=False):
        ImageFolder.__init__(self, root, transform, target_transform)


class Masked(VisionDataset):
    """Images with a mask that is as large as the image."""

    def _target_of(self, img):
        return Image("L", img.size)


class VOCSegmentation(Masked):
    _counts = {"train": 1464, "val": 1449, "trainval": 2913}

    def __init__(self, root=None, year="2012", image_set="train", download=False, transform=None, target_transform=None, transforms=None):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform, transforms=transforms)
        if year == "2012":
            self._count = self._counts[image_set]


class Cityscapes(Masked):
    _counts = {"train": 2975, "val": 500, "test": 1525}

    def __init__(self, root=None, split="train", mode="fine", target_type="instance", transform=None, target_transform=None, transforms=None):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform, transforms=transforms)
        self.target_type = target_type
        if mode == "fine":
            self._count = self._counts[split]

    def _image_size(self):
        return (2048, 1024)

    def _target_of(self, img):
        kinds = {"semantic": "L", "instance": "I", "color": "RGBA"}
        asked = self.target_type
        if isinstance(asked, list) and len(asked) == 1:
            asked = asked[0]
        return Image(kinds[asked], img.size) if isinstance(asked, str) and asked in kinds else unknown("the target of Cityscapes")


class OxfordIIITPet(Masked):
    _counts = {"trainval": 3680, "test": 3669}
    classes = names_of(37)

    def __init__(self, root=None, split="trainval", target_types="category", transforms=None, transform=None, target_transform=None,
                 download=False):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform, transforms=transforms)
        self._count, self.target_types = self._counts[split], target_types

    def _target_of(self, img):
        asked = self.target_types
        if isinstance(asked, (list, tuple)) and len(asked) == 1:
            asked = asked[0]
        if asked in ("category", "binary-category"):
            return 0
        return Image("L", img.size) if asked == "segmentation" else unknown("the target of OxfordIIITPet")


class LSUN(VisionDataset):
    def __init__(self, root=None, classes="train", transform=None, target_transform=None):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)


class ImageNet(VisionDataset):
    def __init__(self, root=None, split="train", **kwargs):
        VisionDataset.__init__(self, root, **kwargs)


class CelebA(VisionDataset):
    """Faces that were aligned: all are as large. Its target is what the dataset was asked for."""
    kinds = {"attr": (40,), "identity": (), "bbox": (4,), "landmarks": (10,)}

    def __init__(self, root=None, split="train", target_type="attr", transform=None, target_transform=None, download=False):
        VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)
        self.target_type = target_type
        self._count = {"train": 162770, "valid": 19867, "test": 19962, "all": 202599}[split]

    def _target(self):
        asked = self.target_type
        if isinstance(asked, list) and len(asked) == 1:
            asked = asked[0]
        if not isinstance(asked, str):
            return unknown("the target of CelebA")
        return torch.zeros(self.kinds[asked], dtype=torch.int64)

    def __getitem__(self, index):
        img, target = Image(self._mode, (178, 218)), self._target()
        if self.transform is not None:
            img = self.transform(img)
        return img, self.target_transform(target) if self.target_transform is not None else target


class FakeData(VisionDataset):
    def __init__(self, size=1000, image_size=(3, 224, 224), num_classes=10, transform=None, target_transform=None, random_offset=0):
        VisionDataset.__init__(self, transform=transform, target_transform=target_transform)
        self._count = size
        self._mode = {1: "L", 3: "RGB", 4: "RGBA"}[image_size[0]]
        self.image_size = image_size

    def __getitem__(self, index):
        img = Image(self._mode, (self.image_size[2], self.image_size[1]))
        if self.transform is not None:
            img = self.transform(img)
        target = 0
        return img, self.target_transform(target) if self.target_transform is not None else target
