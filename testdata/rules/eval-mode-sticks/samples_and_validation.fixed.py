import torch
from torch import nn
from torch.utils.data import DataLoader


def draw(model, noise):
    model.eval()  # want "model.eval\(\) stays in force for the rest of the training"
    with torch.no_grad():
        return model(noise)


def validate(model, loader):
    model.eval()  # want "model.eval\(\) stays in force for the rest of the training"
    with torch.no_grad():
        return sum(nn.functional.mse_loss(model(x), y).item() for x, y in loader)


def train(data, held_out):
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters())
    loader, valid = DataLoader(data, batch_size=8), DataLoader(held_out, batch_size=8)
    for epoch in range(10):
        model.train()
        for i, (x, y) in enumerate(loader):
            model.train()
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
            if i % 100 == 0:
                print(draw(model, x))
        print(validate(model, valid))
