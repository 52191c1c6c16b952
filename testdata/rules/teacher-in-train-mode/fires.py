import torch
import torchvision
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3072, width), nn.ReLU(), nn.Dropout(0.5))
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        return self.head(self.body(x))


def distill(batches):
    student, teacher = Net(64), Net(1024)
    teacher.load_state_dict(torch.load("teacher.pt", map_location="cpu"))
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    student.train()
    for epoch in range(10):
        for x, y in batches:
            optimizer.zero_grad()
            with torch.no_grad():
                target = teacher(x).softmax(1)  # want "teacher was given its weights, and is asked in training mode: its dropout"
            nn.functional.cross_entropy(student(x), target).backward()
            optimizer.step()


def features(batches):
    net = Net(64)
    backbone = torchvision.models.resnet50(weights="IMAGENET1K_V2")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(10):
        for x, y in batches:
            optimizer.zero_grad()
            with torch.no_grad():
                h = backbone(x)  # want "its batch norm goes by each batch, and its statistics drift"
            nn.functional.cross_entropy(net(h), y).backward()
            optimizer.step()


distill(loader)
features(loader)
