import torch
from torch import nn
from reports import Board


# Whoever is given the settings that a model keeps cannot put it back into training mode.
class Net(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.fc = nn.Sequential(nn.Linear(4, 4), nn.Dropout())

    def forward(self, x):
        return self.fc(x)


def fit(args, loader, valid, criterion, board: Board):
    model = Net(args)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for epoch in range(args.epochs):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        model.eval()  # want "model.train()"
        board.note(args.way)
        with torch.no_grad():
            print(sum(criterion(model(x), y).item() for x, y in valid))


# Whoever is given the model may.
def fit_and_show(args, loader, valid, criterion, board: Board):
    model = Net(args)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        model.eval()
        board.note(model)
        with torch.no_grad():
            print(sum(criterion(model(x), y).item() for x, y in valid))
