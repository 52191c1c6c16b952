from math import sqrt

import torch
from torch import nn

device = torch.device("cuda")


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.boxes = self.make_boxes()

    def forward(self, x):
        return self.body(x)

    def make_boxes(self):
        sizes = {"fine": 38, "coarse": 19}
        boxes = []
        for k, name in enumerate(list(sizes.keys())):
            for i in range(sizes[name]):
                boxes.append([i / sizes[name], sqrt(k)])
        return torch.FloatTensor(boxes).to(device).clamp_(0, 1)


class Prompted(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.prompts = self.make_prompts()

    def forward(self, x):
        return self.body(x)

    def make_prompts(self):
        return self.body(torch.ones(3, 8))


def detect(loader):
    model = Detector()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        loss = (model(x) - model.boxes[y]).abs().mean()
        optimizer.zero_grad()
        loss.backward()  # want "saved tensors of loss's graph"
        optimizer.step()


def prompted(loader):
    model = Prompted()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        loss = (model(x) - model.prompts[y]).abs().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
