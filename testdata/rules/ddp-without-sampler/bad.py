import torch
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader


def train(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def main(model, train_set, val_set, rank, epochs):
    model = DDP(model, device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)  # want "every process of DistributedDataParallel walks over all of train_set"
    val_loader = DataLoader(val_set, batch_size=32)
    for epoch in range(epochs):
        train(model, train_loader, optimizer)
        with torch.no_grad():
            for batch in val_loader:
                print(model(batch))
