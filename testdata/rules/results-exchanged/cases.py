import torch
from torch import nn


def losses():
    pixels, shapes, faces = nn.L1Loss(), nn.MSELoss(), nn.SmoothL1Loss()
    return pixels, shapes, faces


def loaders(data):
    train_loader = torch.utils.data.DataLoader(data, 8, shuffle=True)
    valid_loader = torch.utils.data.DataLoader(data, 8)
    return train_loader, valid_loader


def either(data):
    if data:
        return "train", data
    train_part, valid_part = data[:1], data[1:]
    return train_part, valid_part


def exchange(first, second):
    return second, first


def translate(real_one, real_two):
    fake_two, fake_one = real_one * 2, real_two * 3
    return fake_two, fake_one


def size(image):
    h, w = image.shape[-2:]
    return h, w


class Net(nn.Module):
    def encode(self, x):
        mean, log_var = x.chunk(2, -1)
        return mean, log_var

    def forward(self, x):
        log_var, mean = self.encode(x)  # want "encode returns mean, log_var, and its results are taken as log_var, mean"
        return mean + log_var.exp()


def train(data):
    pixels, faces, shapes = losses()  # want "losses returns pixels, shapes, faces, and its results are taken as pixels, faces, shapes"
    valid_loader, train_loader = loaders(data)  # want "loaders returns train_loader, valid_loader"
    train_part, other = either(data)
    valid_part, train_part = either(data)
    first, second = 1, 2
    first, second = exchange(first, second)
    real_one, real_two = torch.zeros(2), torch.ones(2)
    fake_one, fake_two = translate(real_two, real_one)
    w, h = size(real_one)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in train_loader:
        optimizer.zero_grad()
        (pixels(net(x), x) + faces(net(x), x) + shapes(net(x), x)).backward()
        optimizer.step()
    return valid_loader, other, valid_part, train_part, first, second, fake_one, fake_two, w, h


def right(data):
    pixels, shapes, faces = losses()
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    train_loader, valid_loader = loaders(data)
    for x in train_loader:
        optimizer.zero_grad()
        (pixels(net(x), x) + faces(net(x), x) + shapes(net(x), x)).backward()
        optimizer.step()
    return valid_loader
