# The checkpoint holds the network itself, which goes on where it was saved: on the host it would not meet its batches.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fit(model, loader, optimizer, criterion):
    model.train()
    for x, y in loader:
        loss = criterion(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    torch.save({"model": model, "optimizer": optimizer}, "a.pt")


def main(loader):
    checkpoint = torch.load("a.pt", weights_only=False)  # want note "goes back to one"
    fit(checkpoint["model"], loader, checkpoint["optimizer"], torch.nn.MSELoss())
