import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms
train = datasets.CIFAR10("d", train=True, transform=transforms.ToTensor())
net = nn.Sequential(nn.Flatten(), nn.Linear(3072, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss_fn = nn.CrossEntropyLoss()
animals = torch.tensor([2, 3, 4, 5, 6, 7])
for images, labels in DataLoader(train, batch_size=8, shuffle=True):
    labels[labels != 3] = 0
    labels[labels == 3] = 1
    opt.zero_grad()
    loss_fn(net(images), labels).backward()
    opt.step()
