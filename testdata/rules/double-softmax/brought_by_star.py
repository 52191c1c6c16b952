# What fastai's modules bring along when all of them is imported: nn, F and optim are torch's.
from fastai.vision import *

model = nn.Sequential(nn.Linear(8, 4), nn.Softmax(dim=1))
criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(model.parameters(), lr=0.1)


def train(loader):
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)  # want "gradients vanish"
        loss.backward()
        optimizer.step()
