import torch
from torch import nn
from tqdm import tqdm


def epoch(model, optimizer, train_loader, val_loader, criterion):
    train_loss, val_loss, right = 0.0, 0.0, 0
    model.train()
    for x, y in tqdm(train_loader):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        train_loss += loss.item()
    model.eval()
    with torch.no_grad():
        for i, (x, y) in enumerate(val_loader):
            out = model(x)
            val_loss = val_loss + criterion(out, y)
            right += (out.argmax(1) == y).sum()
    mean = val_loss.item() / len(val_loader)  # want "val_loss is summed over val_loader and divided by the length of train_loader"
    accuracy = 100 * right / len(train_loader.dataset)  # want "right is summed over val_loader and divided by the length of train_loader.dataset: that is no mean, and changes with the size of the other data; divide by the length of what"
    train_loss /= len(train_loader)  # want "train_loss is summed over train_loader"
    return train_loss, mean, accuracy


class Trainer:
    def __init__(self, model, loaders):
        self.model, self.train_loader, self.test_loader = model, *loaders

    @torch.no_grad()
    def test(self):
        total = 0.0
        for x, y in self.test_loader:
            total += nn.functional.mse_loss(self.model(x), y).item()
        return total / len(self.test_loader)  # want "divide by len\(self.test_loader\)"
