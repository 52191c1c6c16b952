import torch
from torch import nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(3, 1, 3)

    def forward(self, image):
        return self.net(image)


class Trainer:
    def __init__(self, train_loader, val_loader):
        self.net = Counter()
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.train_loader, self.val_loader = train_loader, val_loader

    def forward(self):
        for epoch in range(10):
            self.net.train()
            for image, density in self.train_loader:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.net(image), density).backward()
                self.optimizer.step()
            self.validate()
            self.look()

    def validate(self):
        self.net.eval()
        error = 0.0
        for image, density in self.val_loader:
            error += (self.net.forward(image) - density).abs().sum().item()  # want "net runs with gradients on"
        return error

    def look(self):
        with torch.no_grad():
            for image, _ in self.val_loader:
                show(self.net.forward(image))


Trainer(load("train"), load("val")).forward()
