# A script that lost the line with `import torch`: the name means what it always means.
import torch
import torch.optim as optim
from torch import nn

net = nn.Linear(4, 2).to(torch.device("cpu"))
optimizer = optim.SGD(net.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()


def fit(train_loader, test_loader):
    for epoch in range(10):
        net.train()
        for images, labels in train_loader:
            optimizer.zero_grad()
            criterion(net(images), labels).backward()
            optimizer.step()
        with torch.no_grad():
            right = 0
            for images, labels in test_loader:
                net.eval()
                right += (net(images).argmax(1) == labels).sum()
            print(right)


def fit_and_record(train_loader, test_loader):
    for epoch in range(10):
        net.train()
        for images, labels in train_loader:
            optimizer.zero_grad()
            criterion(net(images), labels).backward()
            optimizer.step()
        net.eval()
        right = 0
        with torch.no_grad():
            for images, labels in test_loader:
                right += (net(images).argmax(1) == labels).sum()  # want "net runs with gradients on"
        print(right)
