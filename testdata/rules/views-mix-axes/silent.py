import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torchvision import models


class FCN(nn.Module):
    def __init__(self, classes, width=32):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU())
        self.head = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        return self.head(self.body(x))


# One place is left for each picture.
class AllConvolutions(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 32, 3, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Conv2d(32, classes, 1)

    def forward(self, x):
        return self.head(self.body(x))


# A picture is made again beside its class.
class Both(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Conv2d(3, 32, 3, padding=1)
        self.up = nn.ConvTranspose2d(32, 3, 2, stride=2)
        self.head = nn.Conv2d(32, classes, 1)

    def forward(self, x):
        inner = nn.functional.max_pool2d(self.body(x), 2)
        return self.up(inner), self.head(inner.mean((2, 3), keepdim=True))


# The classes are last.
class Tagger(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Conv1d(16, 32, 3, padding=1)
        self.head = nn.Linear(32, classes)

    def forward(self, x):
        return self.head(self.body(x).transpose(1, 2))


def train(classes=12):
    blob = torch.load("camvid.pt", weights_only=True)
    loader = DataLoader(TensorDataset(blob["images"], blob["masks"]), batch_size=4, shuffle=True, num_workers=2, pin_memory=True)
    fcn, small, tagger, both = FCN(classes).cuda(), AllConvolutions(classes).cuda(), Tagger(classes).cuda(), Both(classes).cuda()
    known = models.segmentation.fcn_resnet50(num_classes=classes).cuda()
    criterion = nn.CrossEntropyLoss(ignore_index=255)
    parameters = [*fcn.parameters(), *small.parameters(), *tagger.parameters(), *both.parameters(), *known.parameters()]
    optimizer = torch.optim.Adam(parameters)
    for epoch in range(40):
        for images, masks in loader:
            images, masks = images.cuda(non_blocking=True), masks.cuda(non_blocking=True).long()
            scores = fcn(images)
            loss = criterion(scores, masks)
            loss = loss + criterion(scores.permute(0, 2, 3, 1).reshape(-1, classes), masks.view(-1))
            loss = loss + criterion(scores.flatten(2).transpose(1, 2).reshape(-1, classes), masks.view(-1))
            loss = loss + criterion(scores.view(4, classes, -1), masks.view(4, -1))
            loss = loss + criterion(small(images).view(-1, classes), masks.view(-1))
            loss = loss + criterion(tagger(images.flatten(2)).view(-1, classes), masks.view(-1))
            again, scores = both(images)
            loss = loss + criterion(scores.view(-1, classes), masks.view(-1)) + (again - images).abs().mean()
            loss = loss + criterion(known(images)["out"].permute(0, 2, 3, 1).reshape(-1, classes), masks.flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


train()
