import torch
import torch.nn.functional as F
from tqdm import tqdm

from progress import progress


@torch.no_grad()
def quiet_with_bar(model, loader, device):
    model.eval()
    correct = 0
    pbar = tqdm(loader, desc="valid")
    for i, (images, labels) in enumerate(pbar):
        correct += (model(images.to(device)).argmax(1) == labels.to(device)).sum().item()
        pbar.set_postfix(accuracy=correct / (i + 1))
    return correct


def quiet_wrapped(model, valid_loader, device):
    model.eval()
    total = 0.0
    with torch.inference_mode():
        for images, labels in progress(valid_loader, "valid"):
            total += F.cross_entropy(model(images.to(device)), labels.to(device)).item()
    return total / len(valid_loader)


def quiet_some(model, valid_loader, device, count):
    model.eval()
    it = iter(valid_loader)
    with torch.no_grad():
        return sum(model(next(it)[0].to(device)).mean().item() for _ in range(count))


# The same bar in training.
def train_with_bar(model, loader, optimizer, device):
    model.train()
    pbar = tqdm(loader)
    for i, (images, labels) in enumerate(pbar):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        loss.backward()
        optimizer.step()
        pbar.set_postfix(loss=loss.item())
