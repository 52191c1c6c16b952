# A look at the model every now and then, in a function of its own.
import torch
from torch.nn import functional as F


def show_samples(model, fixed, writer, step):
    model.eval()
    writer.add_image("samples", model(fixed)[0].cpu(), step)
    model.train()


@torch.no_grad()
def show_quietly(model, fixed, writer, step):
    model.eval()
    writer.add_image("samples", model(fixed)[0].cpu(), step)
    model.train()


def regularized(model, x):
    model.eval()
    loss = model(x).pow(2).mean()
    model.train()
    return loss


def train(model, loader, fixed, optimizer, writer, every):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % every == 0:
            show_samples(model, fixed, writer, i)  # want "show_samples runs in eval mode with gradients on"
            show_quietly(model, fixed, writer, i)


def train_regularized(model, loader, optimizer, every):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % every == 0:
            extra = regularized(model, x)
            optimizer.zero_grad()
            extra.backward()
            optimizer.step()
