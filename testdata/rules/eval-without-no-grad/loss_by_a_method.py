import torch
from torch import nn


class Seq2Seq(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.encoder = nn.Linear(width, width)
        self.dropout = nn.Dropout(0.1)

    def compute_loss(self, batch):
        return self.dropout(self.encoder(batch)).pow(2).mean()


def valid_epoch(model, held_out):
    model.eval()
    total = 0.0
    for batch in held_out:
        total += model.compute_loss(batch).item()  # want "gradients on in an evaluation loop"
    return total


def quiet_epoch(model, held_out):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for batch in held_out:
            total += model.compute_loss(batch).item()
    return total


def main(loader, held_out):
    model = Seq2Seq(64)
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for batch in loader:
            optimizer.zero_grad()
            loss = model.compute_loss(batch)
            loss.backward()
            optimizer.step()
        print(valid_epoch(model, held_out), quiet_epoch(model, held_out))
