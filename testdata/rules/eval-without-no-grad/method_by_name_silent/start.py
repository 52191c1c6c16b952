import torch
from torch.utils.data import DataLoader

from registry import make_task, make_scanner, make_metric


def validate(cfg, valid_set):
    task = make_task(cfg)
    task.eval()
    total = 0.0
    for batch in DataLoader(valid_set, batch_size=8):
        total += task.valid_step(batch).item()  # one of the tasks turns gradients off itself
    return total


def test(cfg, model, test_loader):
    scanner = make_scanner(cfg)
    metric = make_metric(cfg)
    model.eval()
    hits = 0
    for image, label in test_loader:
        found = scanner.scan(model, image)  # one of those that it calls, too
        hits += metric.compare(found, label)  # nobody sees what this is
    return hits
