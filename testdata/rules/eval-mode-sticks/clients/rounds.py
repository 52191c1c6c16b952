# The script says nothing of modes: both ends of it are methods of another file.
import torch
from torch.utils.data import DataLoader, TensorDataset
from torchvision.models import resnet18

from client import Client


def rows(path, shuffle):
    x, y = torch.load(path, map_location="cpu", weights_only=True)
    return DataLoader(TensorDataset(x, y), 64, shuffle=shuffle, num_workers=2)


def main(rounds):
    client = Client(resnet18(num_classes=10), rows("a.pt", True), rows("b.pt", False))
    for r in range(rounds):
        client.fit()
        print(r, client.score())  # want "stays in force for the rest of the training"


if __name__ == "__main__":
    main(20)
