import torch
import torch.nn.functional as F


def samples(generator, critic, n, refine):
    z = torch.randn(n, 8, requires_grad=True)
    if refine:
        z = z - torch.autograd.grad(critic(generator(z)).mean(), z)[0]
    return generator(z).detach(), torch.zeros(n).long()


# Most steps take the batch as it is: the gradient with respect to the noise of the others clears nothing.
def classify(model, generator, critic, loader, synthetic=False):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        optimizer.zero_grad()
        for x, y in loader:
            if synthetic:
                x, y = samples(generator, critic, len(x), True)
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()  # want "nothing in this loop clears the gradients"
            optimizer.step()


# Here every step computes its gradients so: what it does with them is its own business.
def attack(model, critic, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        x.requires_grad_(True)
        x = x + torch.autograd.grad(critic(x).mean(), x)[0].sign()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
