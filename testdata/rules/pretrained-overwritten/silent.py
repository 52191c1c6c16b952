import torch
from torch import nn
from torchvision import models


def draw(m):
    if isinstance(m, nn.Conv2d):
        nn.init.kaiming_normal_(m.weight)


class NewPartsAlone(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.encoder = models.resnet34(weights="DEFAULT")
        self.head = nn.Sequential(nn.Conv2d(512, 64, 1), nn.Conv2d(64, classes, 1))
        self.head.apply(draw)
        for m in self.head.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)
        for m in self.children():  # those in the encoder are not reached
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)


class Before(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.head = nn.Conv2d(512, classes, 1)
        self.apply(draw)
        self.encoder = models.resnet34(weights="DEFAULT")


class FromScratch(nn.Module):
    def __init__(self, classes, pretrained=False):
        super().__init__()
        self.encoder = models.resnet34(weights=None)
        self.other = models.resnet18(pretrained=pretrained)
        self.head = nn.Conv2d(512, classes, 1)
        self.apply(draw)


class LeavesOut(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.encoder = models.resnet34(weights="DEFAULT")
        self.head = nn.Conv2d(512, classes, 1)
        for name, m in self.named_modules():
            if name.startswith("encoder"):
                continue
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)
        for name, m in self.named_modules():
            if "head" in name:
                if isinstance(m, nn.Conv2d):
                    nn.init.kaiming_normal_(m.weight)


class OtherLayers(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.encoder = models.resnet34(weights="DEFAULT")
        self.up = nn.ConvTranspose2d(512, classes, 2, 2)
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.xavier_uniform_(m.weight)
            elif isinstance(m, nn.ConvTranspose2d):
                nn.init.kaiming_normal_(m.weight)
            elif isinstance(m, nn.BatchNorm2d):
                nn.init.constant_(m.weight, 1)


class OnlyWithout(nn.Module):
    def __init__(self, classes, pretrained=True):
        super().__init__()
        self.encoder = models.resnet34(pretrained=pretrained)
        self.head = nn.Conv2d(512, classes, 1)
        if not pretrained:
            self.apply(draw)


class LoadsAfter(nn.Module):
    def __init__(self, classes):
        super().__init__()
        whole = models.resnet34(weights="DEFAULT")
        self.encoder = models.resnet34(weights="DEFAULT")
        self.apply(draw)
        self.encoder.load_state_dict(whole.state_dict())


class MeasuredBy(nn.Module):
    def __init__(self, classes):
        super().__init__()
        teacher = models.resnet34(weights="DEFAULT")
        self.width = sum(p.numel() for p in teacher.parameters())
        self.features = teacher.fc.in_features
        self.head = nn.Conv2d(3, classes, 1)
        self.apply(draw)

    def forward(self, x):
        return torch.relu(self.head(x))
