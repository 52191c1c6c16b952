import torch
from torch import nn
from torch.utils.data import DataLoader


class Depth(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.Conv2d(16, 1, 1))

    def forward(self, x):
        return self.body(x)


def evaluate(model, loader):
    pictures, depths = next(iter(loader))
    with torch.no_grad():
        predicted = model(pictures)
    return (predicted - depths).abs().mean().item()


def main(train_set, test_set):
    model = Depth()
    optimizer = torch.optim.Adam(model.parameters())
    model.train()
    for epoch in range(10):
        for i, (pictures, depths) in enumerate(DataLoader(train_set, batch_size=8, shuffle=True)):
            optimizer.zero_grad()
            (model(pictures) - depths).abs().mean().backward()
            optimizer.step()
            if i % 50 == 0:
                print(evaluate(model, DataLoader(test_set, batch_size=8)))  # want "model is evaluated in training mode: its batch norm"
