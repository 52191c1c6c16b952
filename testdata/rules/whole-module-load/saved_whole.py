"""What is saved is seen: a module among other things, or none."""
import torch
from torch import nn

from data import batches


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)

    def forward(self, x):
        return self.body(x)


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()


def best_of(epochs, place):
    model, history = Net(), []
    best = place + "/best.pt"
    for epoch in range(epochs):
        history.append(train(model, batches(epoch)))
        torch.save({"net": model, "history": history}, best)
    kept = torch.load(best)  # want "this loads what is saved with a whole module in it"
    return kept["net"], kept["history"]


def best_state_of(epochs, place):
    model, history = Net(), []
    best = place + "/best.pt"
    for epoch in range(epochs):
        history.append(train(model, batches(epoch)))
        torch.save({"net": model.state_dict(), "history": history}, best)
    kept = torch.load(best)
    return kept["net"], kept["history"]


def two_files(place):
    model = Net()
    torch.save(model, place + "/model.pt")
    torch.save(model.state_dict(), place + "/state.pt")
    return torch.load(place + "/state.pt")


def resumed(path):
    model = nn.DataParallel(Net())
    model.module, epoch = torch.load(path)  # want "what this loads is used as a module"
    return model, epoch


def resumed_by_name(path):
    settings = Net()
    settings.modules_of, epoch = torch.load(path)
    return settings, epoch


if __name__ == "__main__":
    best_of(10, "runs")
    best_state_of(10, "states")
    two_files("runs")
