import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def evaluate(loader):
    model.eval()
    with torch.no_grad():
        return sum(model(x).sum().item() for x in loader)


model.eval()  # the statistics of the normalization are kept as they are
print("before", evaluate(held_out))
for epoch in range(10):
    train(batches)
    print(epoch, evaluate(held_out))
