import torch
from torch.utils.data import DataLoader

from .data import Images

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
train_loader = DataLoader(Images("train"), batch_size=32, shuffle=True)  # want "no num_workers: the training process loads every batch itself while the GPU waits"
other_loader = DataLoader(Images("train"), batch_size=32, num_workers=0)  # want "num_workers=0: the training process"


def train(model, optimizer, epochs):
    for epoch in range(epochs):
        for images, labels in train_loader:
            images, labels = images.to(device), labels.to(device)
            loss = model(images, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    for step, batch in enumerate(other_loader):
        batch = {key: value.cuda() for key, value in batch.items()}
        loss = model(**batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.loader = DataLoader(Images("train"), batch_size=8)  # want "no num_workers"

    def fit(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            self.model(x.cuda(), y.cuda()).backward()
            self.optimizer.step()
