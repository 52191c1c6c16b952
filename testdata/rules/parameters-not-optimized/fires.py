import torch
from torch import nn
import torchvision


class CenterLoss(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.centers = nn.Parameter(torch.randn(classes, width))

    def forward(self, x, y):
        return (x - self.centers[y]).pow(2).sum(1).mean()


class Uncertainty(nn.Module):
    """How much each of two losses counts is learnt."""

    def __init__(self):
        super().__init__()
        self.log_variances = torch.nn.Parameter(torch.zeros(2))

    def forward(self, losses):
        return sum(torch.exp(-v) * loss + v for v, loss in zip(self.log_variances, losses))


def two_tasks(loader, first: nn.Module, second: nn.Module):
    body = torchvision.models.resnet18()
    weigh = Uncertainty()  # want "weigh has a Parameter of its own, log_variances"
    optimizer = torch.optim.Adam([*body.parameters(), *first.parameters(), *second.parameters()])
    for x, y, z in loader:
        features = body(x)
        loss = weigh([nn.functional.cross_entropy(first(features), y), nn.functional.mse_loss(second(features), z)])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(loader, epochs):
    model = torchvision.models.resnet18(num_classes=128).cuda()
    center = CenterLoss(10, 128).cuda()  # want "center has a Parameter of its own, centers, and no optimizer has it"
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        for x, y in loader:
            out = model(x.cuda())
            loss = nn.functional.cross_entropy(out, y.cuda()) + 0.1 * center(out, y.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
