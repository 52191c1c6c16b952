import albumentations as A
import torch
from albumentations.pytorch import ToTensorV2
from torchvision import datasets, transforms
from torchvision.transforms import v2

MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)

early = transforms.Compose([
    transforms.Resize((64, 64)),
    transforms.Normalize(MEAN, STD),  # want "Normalize takes a tensor, and ToTensor behind it takes none: whatever picture comes in, one of the two raises a TypeError"
    transforms.ToTensor(),
])
erased = transforms.Compose([
    transforms.RandomErasing(p=0.5),  # want "RandomErasing takes a tensor, and ToTensor behind it takes none"
    transforms.ToTensor(),
])
again = transforms.Compose([transforms.ToTensor(), transforms.Normalize(MEAN, STD), transforms.ToTensor()])  # want "ToTensor is given a tensor of floats, which it refuses"
jitter = transforms.Compose([
    transforms.ToTensor(),
    transforms.Normalize(MEAN, STD),
    transforms.RandomHorizontalFlip(),
    transforms.ColorJitter(0.2, 0.2),  # want "ColorJitter stands behind Normalize: it takes pictures of 0 to 1 and cuts off what lies beyond"
])
twice = transforms.Compose([
    transforms.ToTensor(),
    transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
    transforms.Normalize(mean=MEAN, std=STD),  # want "Normalize is applied twice"
])
policy = transforms.Compose([
    transforms.ToTensor(),
    transforms.AutoAugment(),  # want "AutoAugment is given a tensor of floats, which it refuses"
])
by_chance = transforms.Compose([
    transforms.ToTensor(),
    transforms.Normalize(MEAN, STD),
    transforms.RandomApply([transforms.ColorJitter(brightness=0.4)], p=0.8),  # want "ColorJitter stands behind Normalize"
])
second = v2.Compose([
    v2.PILToTensor(),
    v2.ToDtype(torch.float32),  # want "ToDtype without scale=True leaves the pictures at 0 to 255"
    v2.Normalize(MEAN, STD),
])
bytes_normalized = v2.Compose([v2.ToImage(), v2.Normalize(MEAN, STD)])  # want "Normalize is given a tensor of uint8, which it refuses"
pictures = v2.Compose([v2.Resize(64), v2.Normalize(MEAN, STD), v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])  # want "Normalize is given a PIL picture, which it refuses"
one = datasets.CIFAR10("data", transform=bytes_normalized)
two = datasets.ImageFolder("pictures", pictures)
three = datasets.ImageFolder("pictures", second)
pairs = A.Compose([
    A.HorizontalFlip(p=0.5),
    A.Normalize(),
    A.RandomBrightnessContrast(p=0.2),  # want "RandomBrightnessContrast stands behind Normalize"
    ToTensorV2(),
])
tensors = A.Compose([
    ToTensorV2(),
    A.Normalize(),  # want "Normalize is given a tensor of floats, which it refuses"
])


normalize = transforms.Normalize(MEAN, STD)
by_name = transforms.Compose([
    transforms.Resize((64, 64)),
    normalize,  # want "Normalize takes a tensor, and ToTensor behind it takes none"
    transforms.ToTensor(),
])
