# A loop over held-out data behind the one that trains only looks, whatever its function is called. One over test tasks in a function that
# trains on nothing else may be what meta-learning learns from.
import torch
import torch.nn.functional as F


class Member:
    def __init__(self, model, optimizer, metrics):
        self.model = model
        self.optimizer = optimizer
        self.metrics = metrics

    def train_epoch(self, loader, validation_loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
        with torch.no_grad():
            for x, y in validation_loader:
                logits = self.model(x)  # want "runs with gradients on"
                self.metrics.update(logits, y)

    def meta_train(self, test_loader):
        for x, y in test_loader:
            logits = self.model(x)
            self.metrics.update(logits, y)

    def calculate_metrics_dataloader(self, loader):
        with torch.no_grad():
            for x, y in loader:
                logits = self.model(x)  # want "runs with gradients on"
                self.metrics.update(logits, y)


def resnet_test_model(loader, model):
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum()  # want "runs with gradients on"
    return right
