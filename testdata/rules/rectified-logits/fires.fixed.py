import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(784, 64), nn.Linear(64, 10)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        return F.relu(self.fc2(x))


class Churn(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n, 16), nn.Tanh(), nn.Linear(16, 1))
        self.act = nn.ReLU()

    def forward(self, x):
        return self.act(self.body(x)).squeeze(1)


def train(model, loader, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)  # want "CrossEntropyLoss wants logits, and its input has been through a ReLU"
        loss.backward()
        optimizer.step()


train(Net(), digits, nn.CrossEntropyLoss())

churn = Churn(12)
adam = torch.optim.Adam(churn.parameters())
criterion = nn.BCEWithLogitsLoss()
for x, y in customers:
    adam.zero_grad()
    criterion(churn(x), y).backward()  # want "BCEWithLogitsLoss wants logits"
    adam.step()

layer = nn.Linear(8, 3)
stepper = torch.optim.SGD(layer.parameters(), lr=0.1)
for x, y in points:
    stepper.zero_grad()
    F.cross_entropy(layer(x), y).backward()  # want "no logit falls below 0"
    stepper.step()
