import torch
from torch import nn
from torch.utils.data import DataLoader, Subset, SubsetRandomSampler
from torchvision import datasets, models, transforms

tensor = transforms.ToTensor()


class Coarse(datasets.CIFAR100):
    def __getitem__(self, i):
        image, label = super().__getitem__(i)
        return image, label // 5


def train(model, data, shift=0, **options):
    loader = DataLoader(data, batch_size=64, num_workers=4, pin_memory=True, **options)
    model.cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            images, labels = images.cuda(non_blocking=True), labels.cuda(non_blocking=True)
            loss = nn.functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


# Other labels are made of them.
def others():
    loader = DataLoader(datasets.EMNIST("data", split="letters", transform=tensor), batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=26).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda() - 1)
            kept = labels < 5
            loss = loss + nn.functional.cross_entropy(model(images[kept].cuda()), labels[kept].cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


few = datasets.CIFAR100("data", transform=tensor)
ten = [i for i, label in enumerate(few.targets) if label < 10]
renamed = datasets.CIFAR100("data", transform=tensor)
renamed.targets = [label // 10 for label in renamed.targets]
train(models.resnet18(num_classes=100), few, shuffle=True)
train(models.resnet18(), few, shuffle=True)
train(models.resnet18(num_classes=10), Subset(few, ten), shuffle=True)
train(models.resnet18(num_classes=10), few, sampler=SubsetRandomSampler(ten))
train(models.resnet18(num_classes=10), renamed, shuffle=True)
train(models.resnet18(num_classes=20), Coarse("data", transform=tensor), shuffle=True)
train(models.resnet18(num_classes=10), datasets.CIFAR100("data", transform=tensor, target_transform=lambda label: label % 10), shuffle=True)
others()
