import cv2
import torch
from torch import nn
from torch.utils.data import DataLoader


class Painter(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.paint = nn.Sequential(nn.Linear(size, 64), nn.Tanh())

    def forward(self, noise):
        return self.paint(noise).view(-1, 1, 8, 8)


# A cast to another type of fractions keeps the graph, and numpy() raises an error for that: whoever calls this has
# turned gradients off.
def to_picture(t):
    return t.mul(255).to("cpu", torch.float32).numpy()


def main(data):
    painter = Painter(16)
    optimizer = torch.optim.Adam(painter.parameters())
    for epoch in range(10):
        for noise, target in DataLoader(data, batch_size=8, shuffle=True):
            optimizer.zero_grad()
            nn.functional.mse_loss(painter(noise), target).backward()
            optimizer.step()
        pictures = painter(torch.randn(8, 16))
        for j in range(8):
            cv2.imwrite(f"{epoch}_{j}.png", to_picture(pictures[j].cpu()))
