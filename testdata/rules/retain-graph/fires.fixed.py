import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import grad


def train(model, loader, optimizer, criterion):
    for epoch in range(10):
        for images, labels in loader:
            optimizer.zero_grad()
            loss = criterion(model(images), labels)
            loss.backward()  # want "loss's graph after its last backward pass"
            optimizer.step()


def train_step(model, batch, optimizer, scaler):
    with torch.autocast("cuda"):
        loss = F.cross_entropy(model(batch["input"]), batch["label"])
    scaler.scale(loss).backward()  # want note "loss's graph"
    scaler.step(optimizer)
    scaler.update()
    return loss.item()


def with_accelerator(accelerator, model, loader, optimizer):
    for batch in loader:
        loss = model(**batch).loss
        accelerator.backward(loss)  # want "loss's graph"
        optimizer.step()
        optimizer.zero_grad()


def functional(model, loader):
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        torch.autograd.backward(
            loss,
        )


def positional(model, x, y):
    loss = F.mse_loss(model(x), y)
    loss.backward(None)  # want note "loss's graph"


def gradients(model, x):
    x = x.detach().requires_grad_()
    saliency = grad(model(x).sum(), x)[0]  # want "keeps the saved tensors"
    return saliency.abs()


# Two losses over one forward pass: the first needs the flag, the second is the last.
def two_losses(model, loader, optimizer):
    for x, a, b in loader:
        features = model(x)
        loss_a = F.mse_loss(features, a)
        loss_b = F.l1_loss(features, b)
        loss_a.backward(retain_graph=True)
        loss_b.backward()  # want "loss_b's graph"
        optimizer.step()
        optimizer.zero_grad()


# The fake is detached for the discriminator: the graphs have nothing in common.
def gan(generator, discriminator, loader, opt_g, opt_d, criterion):
    for real, ones in loader:
        fake = generator(torch.randn(8, 64))
        d_loss = criterion(discriminator(real), ones) + criterion(discriminator(fake.detach()), 0 * ones)
        d_loss.backward()  # want "d_loss's graph"
        opt_d.step()
        opt_d.zero_grad()
        g_loss = criterion(discriminator(fake), ones)
        g_loss.backward()
        opt_g.step()
        opt_g.zero_grad()


# The graph ends with the iteration: the hidden state is detached.
def recurrent(model, loader, optimizer, criterion):
    hidden = None
    for x, y in loader:
        if hidden is not None:
            hidden = hidden.detach()
        out, hidden = model(x, hidden)
        loss = criterion(out, y)
        loss.backward()  # want "loss's graph"
        optimizer.step()
        optimizer.zero_grad()


# One arm or the other runs, never both.
def arms(model, x, y, second):
    loss = F.mse_loss(model(x), y)
    if second:
        loss.backward()  # want note "loss's graph"
    else:
        (2 * loss).backward()


def early(model, x, y, dry):
    loss = F.mse_loss(model(x), y)
    if dry:
        loss.backward()  # want "loss's graph"
        return None
    loss.backward()
    return loss


class Trainer:
    def __init__(self, model, optimizer, alpha):
        self.model = model
        self.optimizer = optimizer
        self.alpha = alpha

    def step(self, x, y):
        out = self.model(x)
        loss = F.mse_loss(out, y) + self.alpha * out.abs().mean()
        self.differentiate(loss)
        self.optimizer.step()

    def differentiate(self, loss):
        loss.backward()  # want "loss's graph"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = torch.randn(16, 4)
for step in range(100):
    optimizer.zero_grad()
    loss = net(data).pow(2).mean()
    loss.backward()  # want "loss's graph"
    optimizer.step()
