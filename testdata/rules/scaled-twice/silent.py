import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import datasets, models, transforms


# PILToTensor leaves bytes, and ToTensor floats as they are.
class Files(Dataset):
    def __init__(self, files, labels):
        self.files, self.labels = files, labels
        self.bytes = transforms.Compose([transforms.Resize((64, 64)), transforms.PILToTensor()])
        self.tensor = transforms.ToTensor()

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        image = self.bytes(Image.open(self.files[i]).convert("RGB")) / 255
        depth = self.tensor(np.load(self.files[i]).astype("float32")) / 255
        both = torch.cat([image, depth])
        return both, self.labels[i]


class Shown(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))

    def forward(self, x):
        x = (x * 255).round() / 255
        return self.body(x)


def train(model, data, scale=1.0, **options):
    loader = DataLoader(data, batch_size=64, shuffle=True, num_workers=4, pin_memory=True, **options)
    model.cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def raw():
    tf = transforms.Compose([transforms.ToTensor(), transforms.Lambda(lambda x: x * 255)])
    byte = transforms.PILToTensor()
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for data in (datasets.CIFAR10("data", transform=tf), datasets.CIFAR10("data", transform=byte), datasets.DatasetFolder("arrays", np.load, ".npy")):
        loader = DataLoader(data, batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
        for epoch in range(10):
            for images, labels in loader:
                loss = nn.functional.cross_entropy(model(images.cuda() / 255), labels.cuda())
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()


train(models.resnet18(), Files(["a.png"], [0]))
train(Shown(), datasets.MNIST("data", transform=transforms.ToTensor()))
raw()
