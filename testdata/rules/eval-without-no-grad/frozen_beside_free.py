# A network of which a part is frozen records what its free layers compute.
import torch
from torch import nn
from torchvision.utils import save_image


class Distiller(nn.Module):
    def __init__(self):
        super().__init__()
        self.teacher = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))
        for p in self.teacher.parameters():
            p.requires_grad = False
        self.student = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 192))

    def forward(self, x):
        return self.student(self.teacher(x)).view(-1, 3, 8, 8)


class Frozen(nn.Module):  # its free layers are not run
    def __init__(self):
        super().__init__()
        self.teacher = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 192))
        self.student = nn.Linear(8, 8)
        for p in self.teacher.parameters():
            p.requires_grad = False

    def forward(self, x):
        return self.teacher(x).view(-1, 3, 8, 8)


def draw(path):
    model = Distiller()
    model.load_state_dict(torch.load(path, weights_only=True))
    model.eval()
    for i in range(100):
        save_image(model(torch.randn(1, 8)), f"{i}.png")  # want "model runs with gradients on"


def draw_frozen(path):
    model = Frozen()
    model.load_state_dict(torch.load(path, weights_only=True))
    model.eval()
    for i in range(100):
        save_image(model(torch.randn(1, 8)), f"{i}.png")


def draw_with_all_frozen(path):
    model = Distiller()
    model.load_state_dict(torch.load(path, weights_only=True))
    for p in model.student.parameters():
        p.requires_grad = False
    model.eval()
    for i in range(100):
        save_image(model(torch.randn(1, 8)), f"{i}.png")
