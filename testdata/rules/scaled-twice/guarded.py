import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms
train = datasets.MNIST("d", transform=transforms.ToTensor())
loader = DataLoader(train, batch_size=4, shuffle=True)
net = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
opt = torch.optim.Adam(net.parameters(), 1e-3)
for epoch in range(2):
    for x, y in loader:
        if x.max() > 1:
            x = x / 255
        opt.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
