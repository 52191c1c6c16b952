import torch
from torch import nn
from torch.utils.data import DataLoader, random_split
from torchvision import datasets, models, transforms


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(784, 64), nn.ReLU())
        self.head = nn.Linear(64, classes)

    def forward(self, x):
        return nn.functional.log_softmax(self.head(self.body(x)), dim=1)


def train(model, data, criterion):
    loader = DataLoader(data, batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
    model.cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            images, labels = images.cuda(non_blocking=True), labels.cuda(non_blocking=True)
            loss = criterion(model(images), labels)  # want "the network gives 26 classes and the labels are those of EMNIST, 0 to 26"
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def hundred():
    data = datasets.CIFAR100("data", transform=transforms.ToTensor())
    train_set, _ = random_split(data, [0.9, 0.1])
    loader = DataLoader(train_set, batch_size=64, shuffle=True, num_workers=4, pin_memory=True)
    model = models.resnet18(num_classes=1000)
    model.fc = nn.Sequential(nn.Dropout(0.2), nn.Linear(512, 10))
    model.cuda()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            loss = criterion(model(images.cuda()), labels.cuda())  # want "the network gives 10 classes and the labels are those of CIFAR100, 0 to 99"
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


train(Net(26), datasets.EMNIST("data", split="letters", transform=transforms.ToTensor()), nn.NLLLoss())
hundred()
