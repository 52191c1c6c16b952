import torch

from validation import validate


def train(generator, discriminator, optim_g, optim_d, trainloader, valloader, writer, epochs):
    step = 0
    for epoch in range(epochs):
        with torch.no_grad():
            validate(generator, discriminator, valloader, writer, step)
        for mel, audio in trainloader:
            optim_g.zero_grad()
            loss_g = -discriminator(generator(mel)).mean()
            loss_g.backward()
            optim_g.step()
            optim_d.zero_grad()
            loss_d = discriminator(generator(mel).detach()).mean() - discriminator(audio).mean()
            loss_d.backward()
            optim_d.step()
            step += 1
