import albumentations as A
import torch
from albumentations.pytorch import ToTensorV2
from torchvision import datasets, transforms
from torchvision.transforms import v2

MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)

usual = transforms.Compose([
    transforms.RandomResizedCrop(224),
    transforms.ColorJitter(0.4, 0.4, 0.4),
    transforms.RandAugment(),
    transforms.ToTensor(),
    transforms.RandomApply([transforms.ColorJitter(0.4)]),
    transforms.Normalize(MEAN, STD),
    transforms.RandomErasing(),
    transforms.RandomGrayscale(),
    transforms.RandomHorizontalFlip(),
    transforms.GaussianBlur(3),
])
# Tensors come in, and stay.
tensors = transforms.Compose([transforms.Resize(64), transforms.Normalize(MEAN, STD)])
unknown = v2.Compose([v2.Normalize(MEAN, STD), v2.ToImage()])
back = transforms.Compose([
    transforms.ToTensor(),
    transforms.Normalize(MEAN, STD),
    transforms.Normalize((0.0, 0.0, 0.0), (1 / 0.229, 1 / 0.224, 1 / 0.225)),
    transforms.Normalize((-0.485, -0.456, -0.406), (1.0, 1.0, 1.0)),
    transforms.ToPILImage(),
    transforms.ColorJitter(0.4),
    transforms.ToTensor(),
])
hue = transforms.Compose([transforms.ToTensor(), transforms.Normalize(MEAN, STD), transforms.ColorJitter(hue=0.1)])
in_place = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.0, 1.0), transforms.ColorJitter(0.4)])
own = transforms.Compose([
    transforms.Normalize(MEAN, STD),
    transforms.Lambda(lambda x: x.numpy()),
    transforms.ToTensor(),
])
after_own = transforms.Compose([
    transforms.ToTensor(),
    transforms.Normalize(MEAN, STD),
    transforms.Lambda(lambda x: (x + 3) / 6),
    transforms.ColorJitter(0.4),
])
raw = transforms.Compose([transforms.PILToTensor(), transforms.AutoAugment(), transforms.ConvertImageDtype(torch.float32), transforms.Normalize(MEAN, STD)])
second = v2.Compose([
    v2.ToImage(),
    v2.AutoAugment(),
    v2.ToDtype(torch.float32, scale=True),
    v2.ToTensor(),
    v2.Normalize(MEAN, STD),
    v2.ToTensor(),
])
of_bytes = v2.Compose([v2.PILToTensor(), v2.ToDtype(torch.float32), v2.Normalize((123.7, 116.3, 103.5), (58.4, 57.1, 57.4))])
one = datasets.CIFAR10("data", transform=second)
two = datasets.ImageFolder("tensors", loader=torch.load, transform=v2.Compose([v2.Normalize(MEAN, STD)]))
pairs = A.Compose([A.RandomBrightnessContrast(), A.Normalize(), A.HorizontalFlip(), ToTensorV2()])
scaled = A.Compose([A.Normalize(mean=(0, 0, 0), std=(1, 1, 1)), A.RandomBrightnessContrast(), ToTensorV2()])
