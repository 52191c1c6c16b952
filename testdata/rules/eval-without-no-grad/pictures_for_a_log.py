# Every so many steps the generator runs for a picture that is read without its graph.
import torch


def train(generator, critic, optimizer_g, optimizer_d, loader, writer):
    fixed = torch.randn(16, 64)
    for step, real in enumerate(loader):
        fake = generator(torch.randn(len(real), 64))
        optimizer_d.zero_grad()
        (critic(fake.detach()).mean() - critic(real).mean()).backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        (-critic(fake).mean()).backward()
        optimizer_g.step()
        if step % 500 == 0:
            images = generator(fixed)  # want "generator runs with gradients on only to show what it gives"
            writer.add_images("fake", images.detach().cpu(), step)


# What is computed every so often is learnt from.
def train_with_a_penalty(generator, critic, optimizer_g, optimizer_d, loader, writer):
    for step, real in enumerate(loader):
        fake = generator(torch.randn(len(real), 64))
        loss = -critic(fake).mean()
        if step % 16 == 0:
            other = generator(torch.randn(len(real), 64))
            writer.add_images("other", other.detach().cpu(), step)
            loss = loss + (other - fake).pow(2).mean()
        optimizer_g.zero_grad()
        loss.backward()
        optimizer_g.step()


def evaluate_some(model, valid_iter, n):
    total, batches = 0.0, iter(valid_iter)
    for _ in range(n):
        batch = next(batches)
        outputs = model(**batch)  # want "model runs with gradients on"
        total += outputs.loss.item()
    return total / n
