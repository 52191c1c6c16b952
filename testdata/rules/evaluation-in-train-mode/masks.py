import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.first, self.second = nn.Linear(width, 16), nn.Linear(16, classes)

    def forward(self, data):
        x = F.dropout(self.first(data.x).relu(), p=0.5, training=self.training)
        return F.log_softmax(self.second(data.adjacency @ x), dim=1)


def fit(data):
    model = Net(10, 3)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(200):
        optimizer.zero_grad()
        F.nll_loss(model(data)[data.train_mask], data.y[data.train_mask]).backward()
        optimizer.step()
    with torch.no_grad():
        pred = model(data).argmax(1)  # want "model is evaluated in training mode: its dropout stays on"
    return (pred[data.test_mask] == data.y[data.test_mask]).float().mean().item()


def fit_in_eval_mode(data):
    model = Net(10, 3)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(200):
        optimizer.zero_grad()
        F.nll_loss(model(data)[data.train_mask], data.y[data.train_mask]).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        pred = model(data).argmax(1)
    return (pred[data.test_mask] == data.y[data.test_mask]).float().mean().item()
