import torch
from torch.utils.data import DataLoader

from .data import Images

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
train_loader = DataLoader(Images("train"), batch_size=32, shuffle=True)  # want "no num_workers: the training process loads every batch itself while the GPU waits"
other_loader = DataLoader(Images("train"), batch_size=32)  # one finding is enough


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
