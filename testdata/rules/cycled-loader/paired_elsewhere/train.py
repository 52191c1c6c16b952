import torch
import torch.nn.functional as F
from pairs import mixed, over_the_loader, with_names
from torch.utils.data import DataLoader
from torchvision.models import resnet18


def main(some, many):
    few = DataLoader(some, 32, shuffle=True, num_workers=2, drop_last=True)
    rest = DataLoader(many, 224, shuffle=True, num_workers=2, drop_last=True)
    net = resnet18(num_classes=10)
    optimizer = torch.optim.SGD(net.parameters(), 0.03)
    for epoch in range(9):
        for (x, y), z in mixed(few, rest):
            loss = F.cross_entropy(net(x), y) + net(z).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for (x, y), z in over_the_loader(few, rest):
            loss = F.cross_entropy(net(x), y) + net(z).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for name, z in with_names(["red", "green"], rest):
            print(name, len(z))


main(torch.load("some.pt"), torch.load("many.pt"))
