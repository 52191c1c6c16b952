# The model's class comes from a package that is not at hand: an optimizer takes its parameters, so it is a module.
import torch
from elsewhere.models import VAE, Sampler

model = VAE()
sampler = Sampler()
optimizer = torch.optim.Adam(model.parameters())


def divergence(mu, logvar):
    return -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).mean()


def train(loader):
    total, spread = 0, 0
    for batch in loader:
        optimizer.zero_grad()
        output, mu, logvar = model(batch)
        kl = divergence(mu, logvar)
        loss = (output - batch).pow(2).mean() + kl
        loss.backward()
        optimizer.step()
        total += kl  # want "total keeps kl of every iteration"
        spread += sampler(batch)
    return total, spread
