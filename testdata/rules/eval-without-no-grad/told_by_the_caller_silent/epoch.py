import torch
import torch.nn.functional as F


def run_epoch(model, loader, is_train, optimizer=None):
    model.train(is_train)
    total = 0.0
    for x, y in loader:
        with torch.set_grad_enabled(is_train):
            loss = F.cross_entropy(model(x), y)
        if is_train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total / len(loader)
