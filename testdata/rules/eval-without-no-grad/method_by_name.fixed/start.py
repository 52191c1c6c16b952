import torch
from torch.utils.data import DataLoader

from registry import make_task, make_scanner


@torch.no_grad()
def validate(cfg, valid_set):
    task = make_task(cfg)
    task.eval()
    total = 0.0
    for batch in DataLoader(valid_set, batch_size=8):
        total += task.valid_step(batch).item()  # want "valid_step runs with gradients on in an evaluation loop"
    return total


@torch.no_grad()
def test(cfg, model, test_loader):
    scanner = make_scanner(cfg)
    model.eval()
    hits = 0
    for image, label in test_loader:
        found = scanner.scan(model, image)  # want "scan runs with gradients on in an evaluation loop"
        hits += (found == label).sum().item()
        scanner.save(found, cfg.out)
    return hits
