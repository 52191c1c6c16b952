import torch
from torch import nn
from torch.utils.data import DataLoader, random_split
from torchvision import datasets, models, transforms


def train_epoch(model, loader, optimizer):
    model.train()
    for images, labels in loader:
        loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    model.eval()
    right = 0
    for images, labels in loader:
        right += (model(images.cuda()).argmax(1) == labels.cuda()).sum().item()
    return right


def own_dataset():
    transform = transforms.Compose([
        transforms.RandomCrop(32, padding=4),
        transforms.RandomHorizontalFlip(),
        transforms.ToTensor(),
    ])
    train_set = datasets.CIFAR10("data", train=True, transform=transform)
    test_set = datasets.CIFAR10("data", train=False, transform=transform)  # want "distorted at random by RandomCrop"
    train_loader = DataLoader(train_set, batch_size=128, shuffle=True, num_workers=4, pin_memory=True)
    test_loader = DataLoader(test_set, batch_size=128, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, test_loader))


def split_off():
    augment = transforms.Compose([transforms.RandomResizedCrop(224), transforms.ToTensor()])
    data = datasets.ImageFolder("pictures", augment)
    train_set, val_set = random_split(data, [0.9, 0.1])  # want "the part that is held out is read through the transforms of the training"
    train_loader = DataLoader(train_set, batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
    val_loader = DataLoader(val_set, batch_size=64, num_workers=4, pin_memory=True)
    model = models.resnet18().cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_epoch(model, train_loader, optimizer)
        print(epoch, validate(model, val_loader))


if __name__ == "__main__":
    own_dataset()
    split_off()
