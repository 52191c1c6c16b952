import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.norm(x))


# One function goes over either data; who calls it tells which.
def run(model, loader, optimizer=None):
    total = 0.0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)  # want "model is evaluated in training mode: its batch norm goes by each batch, and takes the held-out data"
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


# Here the data is that of the training.
def recompute(model, loader):
    return [model(x).shape for x, _ in loader]


def main(train_set, val_set):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        run(model, train_loader, optimizer)
        with torch.no_grad():
            print(run(model, val_loader), recompute(model, train_loader))


if __name__ == "__main__":
    main(*torch.load("data.pt"))
