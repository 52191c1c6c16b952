import segmentation_models_pytorch as smp
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


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Sequential(nn.Conv2d(3, 32, 3, stride=2, padding=1), nn.ReLU())
        self.up = nn.ConvTranspose2d(32, 16, 2, stride=2)
        self.out = nn.Conv2d(16, 12, 1)

    def forward(self, x):
        return nn.functional.log_softmax(self.out(self.up(self.down(x))), dim=1)


def train(classes=12):
    blob = torch.load("camvid.pt", weights_only=True)
    loader = DataLoader(TensorDataset(blob["images"], blob["masks"]), batch_size=4, shuffle=True, num_workers=2, pin_memory=True)
    fcn, unet = FCN(classes).cuda(), UNet().cuda()
    known = models.segmentation.fcn_resnet50(num_classes=classes).cuda()
    paired = smp.Unet("resnet34", classes=classes).cuda()
    criterion = nn.CrossEntropyLoss(ignore_index=255)
    parameters = [*fcn.parameters(), *unet.parameters(), *known.parameters(), *paired.parameters()]
    optimizer = torch.optim.Adam(parameters)
    for epoch in range(40):
        for images, masks in loader:
            images, masks = images.cuda(non_blocking=True), masks.cuda(non_blocking=True).long()
            scores = fcn(images)
            loss = criterion(scores.view(-1, classes), masks.view(-1))  # want "cuts a map that has its classes on axis 1"
            loss = loss + nn.functional.nll_loss(unet(images).reshape(-1, 12), masks.reshape(-1))  # want "cuts a map"
            loss = loss + criterion(known(images)["out"].reshape(-1, classes), masks.flatten())  # want "cuts a map"
            loss = loss + criterion(paired(images).view(-1, classes), masks.view(-1))  # want "cuts a map"
            loss = loss + criterion(scores.view(-1, scores.shape[1]), masks.view(-1))  # want "cuts a map"
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


train()
