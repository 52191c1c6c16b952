import torch
from torch import nn
from torch.utils.data import DataLoader

from data import dataset


# Its forward pass is a whole step: whoever calls it trains it, and shows what came of it.
class SelfTaught(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(64, 8), nn.Linear(8, 64)
        self.optimizer = torch.optim.Adam(self.parameters())

    def forward(self, x):
        given = self.decoder(self.encoder(x))
        loss = (given - x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return given.detach(), loss.item()


def main():
    model = SelfTaught().to("cuda")
    for x in DataLoader(dataset, batch_size=32, num_workers=4, pin_memory=True):
        given, loss = model(x.to("cuda"))
        print(loss, given.mean().item())


# One that does not step is shown alone.
class Taught(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(64, 8), nn.Linear(8, 64)

    def forward(self, x):
        return self.decoder(self.encoder(x))


def show():
    model = Taught().to("cuda")
    optimizer = torch.optim.Adam(model.parameters())
    for x in DataLoader(dataset, batch_size=32, num_workers=4, pin_memory=True):
        loss = (model(x.to("cuda")) - x.to("cuda")).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for x in DataLoader(dataset, batch_size=32, num_workers=4, pin_memory=True):
        with torch.no_grad():
            given = model(x.to("cuda"))  # want "model runs with gradients on, and only the values of what it gives are read"
        print(given.mean().item())



if __name__ == "__main__":
    main()
    show()
