import torch
from shapes.shared.metrics import Metrics  # a git submodule that was not fetched


class ConfusionMatrix(Metrics):
    def __init__(self, model, train_loader, val_loader):
        super().__init__(model, train_loader, val_loader)
        self.hits = 0

    def compute(self, mode="Train"):
        loader = self.train_loader if mode == "Train" else self.val_loader
        for images, labels in loader:
            predictions = torch.argmax(self.model(images), dim=-1).cpu().detach().numpy()
            self.hits += (predictions == labels.numpy()).sum()


class Hits:
    def __init__(self, model, val_loader):
        self.model, self.val_loader, self.hits = model, val_loader, 0

    def compute(self):
        for images, labels in self.val_loader:
            predictions = torch.argmax(self.model(images), dim=-1).cpu().detach().numpy()  # want "model runs with gradients on"
            self.hits += (predictions == labels.numpy()).sum()
