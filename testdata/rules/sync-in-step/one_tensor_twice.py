import torch
import torch.nn.functional as F


# The second fetch finds the value computed: there is nothing to wait for.
def train(model, optimizer, loader, writer, epochs, device="cuda"):
    total, step = 0.0, 0
    for epoch in range(epochs):
        for images, labels in loader:
            images, labels = images.to(device), labels.to(device)
            loss = F.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(images)
            writer.add_scalar("loss", loss.item(), step)
            writer.add_scalar("loss/detached", loss.detach().cpu(), step)
            step += 1
    return total


# Two tensors, though both go by one name.
def two_losses(generator, critic, optimizer_g, optimizer_d, loader, writer, device="cuda"):
    for real in loader:
        real = real.to(device)
        optimizer_d.zero_grad()
        loss = critic(generator(real).detach()).mean() - critic(real).mean()
        loss.backward()
        optimizer_d.step()
        writer.add_scalar("critic", loss.item())  # want "waits for the GPU 2 times"
        optimizer_g.zero_grad()
        loss = -critic(generator(real)).mean()
        loss.backward()
        optimizer_g.step()
        writer.add_scalar("generator", loss.item())
