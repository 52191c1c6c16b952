import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def weighed(data, counts):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    weights = 1.0 / torch.tensor(counts, dtype=torch.float)
    weights = weights / weights.sum()
    for epoch in range(10):
        for x, y in loader:
            x, y = x.to(device, non_blocking=True), y.to(device, non_blocking=True)
            loss = F.cross_entropy(model(x), y, weight=weights.to(device))  # want "weights is the same in every training step"
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


class Trainer:
    def __init__(self, model, data):
        self.model = model.cuda()
        self.loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.grid = torch.from_numpy(np.linspace(-1, 1, 64)).float()

    def loss_of(self, x):
        return ((self.model(x) - self.grid.cuda()) ** 2).mean()  # want "self.grid is the same in every training step"

    def train(self):
        for x in self.loader:
            loss = self.loss_of(x.cuda(non_blocking=True))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


# the network too: nothing is left to move behind the first step
def network(data):
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4, pin_memory=True)
    model = resnet18()
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for x, y in loader:
        model.to(device)  # want "model is moved in every training step"
        loss = nn.functional.cross_entropy(model(x.to(device, non_blocking=True)), y.to(device, non_blocking=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
