from torch import nn
from torch.optim import Adam


# A look-alike: nobody freezes what was thawed.
def fit(net, target, loader):
    net.requires_grad_(True)
    optimizer = Adam(net.parameters())
    for x in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), target(x).detach()).backward()
        optimizer.step()
    return net


def total_of(model, loader, criterion):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        total += loss  # want "total keeps the autograd graph of loss"
    print(total)
