import sys

import torch
from PIL import Image
from torch import nn
from torchvision import transforms


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 32, 3), nn.BatchNorm2d(32), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(32, 10)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


prepare = transforms.Compose([transforms.Resize((224, 224)), transforms.ToTensor()])
net = Net()
net.load_state_dict(torch.load("best.pt", map_location="cpu"))
with torch.no_grad():
    for path in sys.argv[1:]:
        picture = prepare(Image.open(path)).unsqueeze(0)
        print(path, net(picture).argmax(1).item())  # want "net runs in training mode with the weights that it was given"
