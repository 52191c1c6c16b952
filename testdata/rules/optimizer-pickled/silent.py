import torch
from torch import nn


def together(net, loader, epochs):
    """Both come back out of one pickle, and have the same parameters there."""
    encoder = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(encoder(x), y).backward()
            optimizer.step()
        torch.save({"epoch": epoch, "encoder": encoder, "encoder_optimizer": optimizer, "ema": net.state_dict()}, "last.pt")


def states(net, loader, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
        scheduler.step()
        save(epoch, net.state_dict(), optimizer.state_dict(), scheduler.state_dict())


def save(epoch, model, optimizer, scheduler):
    torch.save({"epoch": epoch, "model": model, "optimizer": optimizer, "scheduler": scheduler}, "last.pt")


def handed(epoch, net, optimizer):
    """Whether these are states, nobody here says."""
    torch.save({"epoch": epoch, "model": net.state_dict(), "optimizer": optimizer}, "last.pt")


def alone(net):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    torch.save(optimizer.state_dict(), "optimizer.pt")
