import torch
from torch.utils.data import DataLoader

from registry import make_scanner, make_task


def validate(cfg, valid_set):
    task = make_task(cfg)
    task.eval()
    total = 0.0
    for batch in DataLoader(valid_set, batch_size=8):
        total += task.valid_step(batch).item()  # nobody sees whose method this is, whatever else has that name
    return total


def test(cfg, test_loader):
    scanner = make_scanner(cfg)
    hits = 0
    for image, label in test_loader:
        hits += (scanner.scan(image) == label).sum().item()
    return hits
