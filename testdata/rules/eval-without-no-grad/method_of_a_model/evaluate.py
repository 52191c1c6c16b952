import torch


def evaluate(model, val_loader, device):
    model.eval()
    total = 0.0
    for images, captions in val_loader:
        total += model.caption_loss(images.to(device), captions.to(device)).item()  # want "model.caption_loss runs with gradients on"
    return total / len(val_loader)


def transcribe(model, val_loader, device):
    model.eval()
    words = []
    for images, _ in val_loader:
        words.append(model.transcribe(images.to(device)))  # it switches gradients off itself
    return words


def describe(model, val_loader):
    model.eval()
    lengths = []
    for images, _ in val_loader:
        lengths.append(model.frames_of(images))  # it computes with sizes
    return lengths


@torch.no_grad()
def quietly(model, val_loader, device):
    model.eval()
    total = 0.0
    for images, captions in val_loader:
        total += model.caption_loss(images.to(device), captions.to(device)).item()
    return total / len(val_loader)
