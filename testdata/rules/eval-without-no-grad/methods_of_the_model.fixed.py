import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.encode(x))

    def encode(self, x):
        return torch.relu(self.body(x))

    @torch.no_grad()
    def describe(self, x):
        return self.encode(x)

    def names(self, x):
        return str(x)


def embed(batches):
    model = Encoder()
    model.eval()
    found = []
    with torch.no_grad():
        for batch in batches:
            found.append(model.encode(batch).detach().cpu())  # want "encode runs with gradients on in an evaluation loop"
    return found


def embed_without(batches):
    model = Encoder()
    model.eval()
    found = []
    with torch.no_grad():
        for batch in batches:
            found.append(model.encode(batch).cpu())
    return found


def describe(batches):
    model = Encoder()
    model.eval()
    return [model.describe(batch) for batch in batches], list_names(model, batches)


def list_names(model, batches):
    model.eval()
    for batch in batches:
        print(model.names(batch))


def train_on_codes(loader):
    model = Encoder()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for batch in loader:
            loss = model.encode(batch).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
