import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    return nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 4))


def run(model, loader, optimizer=None):
    training = optimizer is not None
    model.train()
    correct = 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            out = model(x)  # want "model is evaluated in training mode"
            if training:
                optimizer.zero_grad()
                F.cross_entropy(out, y).backward()
                optimizer.step()
            correct += (out.argmax(1) == y).sum().item()
    return correct


def main(train_loader, val_loader):
    model = build()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        print(run(model, train_loader, optimizer), run(model, val_loader))
