import torch
from torch import nn


class MLP(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.drop, self.last = nn.Linear(width, 16), nn.Dropout(0.3), nn.Linear(16, 1)

    def forward(self, x):
        return self.last(self.drop(torch.relu(self.first(x))))


def run(x_train, y_train, x_test, y_test):
    model = MLP(x_train.shape[1])
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(100):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x_train).squeeze(), y_train).backward()
        optimizer.step()
    with torch.no_grad():
        pred = model(x_test).squeeze()  # want "model is evaluated in training mode: its dropout stays on"
    return ((pred.numpy() - y_test) ** 2).mean()


def run_in_eval_mode(x_train, y_train, x_test, y_test):
    model = MLP(x_train.shape[1])
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(100):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x_train).squeeze(), y_train).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        pred = model(x_test).squeeze()
    return ((pred.numpy() - y_test) ** 2).mean()


def fits(x_train, y_train):  # what was trained on is measured as it was trained
    model = MLP(x_train.shape[1])
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(100):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x_train).squeeze(), y_train).backward()
        optimizer.step()
    with torch.no_grad():
        return model(x_train).squeeze()
