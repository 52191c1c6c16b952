import torch
import torch.nn.functional as F
from tqdm import tqdm

from progress import progress


def score_with_bar(model, loader, device):
    model.eval()
    correct = 0
    pbar = tqdm(loader, desc="valid")
    for i, (images, labels) in enumerate(pbar):
        output = model(images.to(device))  # want "runs with gradients on"
        correct += (output.argmax(1) == labels.to(device)).sum().item()
        pbar.set_postfix(accuracy=correct / (i + 1))
    return correct


def score_iterator(model, valid_iter, device):
    total = 0.0
    for batch in valid_iter:
        total += F.cross_entropy(model(batch.text.to(device)), batch.label.to(device)).item()  # want "runs with gradients on"
    return total / len(valid_iter)


def score_wrapped(model, valid_loader, device):
    model.eval()
    total = 0.0
    for images, labels in progress(valid_loader, "valid"):
        total += F.cross_entropy(model(images.to(device)), labels.to(device)).item()  # want "runs with gradients on"
    return total / len(valid_loader)


def score_some(model, valid_loader, device, count):
    model.eval()
    it = iter(valid_loader)
    total = 0.0
    for _ in range(count):
        try:
            images, labels = next(it)
        except StopIteration:
            it = iter(valid_loader)
            images, labels = next(it)
        total += F.cross_entropy(model(images.to(device)), labels.to(device)).item()  # want "runs with gradients on"
    return total / count
