import torch
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import datasets, models, transforms


class Files(Dataset):
    def __init__(self, files, labels):
        self.files, self.labels = files, labels
        self.transform = transforms.Compose([transforms.Resize((64, 64)), transforms.ToTensor()])

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        image = self.transform(Image.open(self.files[i]).convert("RGB"))
        image = image / 255  # want "ToTensor has brought the pictures to 0 to 1 before, and this divides them by 255 once more"
        return image, self.labels[i]


class Scaling(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))

    def forward(self, x):
        x = x.float() / 127.5 - 1  # want "divides them by 127.5 once more"
        return self.body(x)


def train(model, data, labels_first=False):
    loader = DataLoader(data, batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
    model.cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def in_the_loop():
    tf = transforms.Compose([transforms.RandomCrop(32, padding=4), transforms.ToTensor()])
    loader = DataLoader(datasets.ImageFolder("train", tf), batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            images, labels = images.cuda(non_blocking=True), labels.cuda(non_blocking=True)
            images = images / 255.0  # want "divides them by 255 once more"
            loss = nn.functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


train(models.resnet18(), Files(["a.png"], [0]))
train(Scaling(), datasets.MNIST("data", transform=transforms.ToTensor()))
in_the_loop()
