import torch
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def measure(model, loader):
    model.eval()
    with torch.no_grad():
        return sum(nn.functional.mse_loss(model(x), y).item() for x, y in loader)


def of_a_dataset(x, y, epochs):
    dataset = TensorDataset(x, y)
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        train_set, val_set = random_split(dataset, [80, 20])  # want "most of val_set has been trained on"
        model.train()
        for a, b in DataLoader(train_set, 8, shuffle=True):
            optimizer.zero_grad()
            nn.functional.mse_loss(model(a), b).backward()
            optimizer.step()
        print(epoch, measure(model, DataLoader(val_set, 8)))


def loaders_of(x, y):
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2)  # want "with train_test_split"
    return (
        DataLoader(TensorDataset(torch.from_numpy(x_train), torch.from_numpy(y_train)), 8, shuffle=True),
        DataLoader(TensorDataset(torch.from_numpy(x_test), torch.from_numpy(y_test)), 8),
    )


def by_a_helper(load, epochs):
    x, y = load("data.npz")
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        train_loader, test_loader = loaders_of(x, y)
        model.train()
        for a, b in train_loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(a), b).backward()
            optimizer.step()
        print(epoch, measure(model, test_loader))
