import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms
t = transforms.ToTensor()
train = datasets.MNIST("d", train=True, transform=t)
net = nn.Sequential(nn.Flatten(), nn.Linear(784, 9))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss_fn = nn.CrossEntropyLoss(ignore_index=9)
for epoch in range(3):
    for x, y in DataLoader(train, batch_size=8, shuffle=True):
        opt.zero_grad()
        loss_fn(net(x), y).backward()
        opt.step()
