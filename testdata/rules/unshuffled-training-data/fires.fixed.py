import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import transforms
from torchvision.datasets import ImageFolder


class Pictures(Dataset):
    def __init__(self, files, labels):
        self.files, self.labels = files, labels

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        return load(self.files[index]), self.labels[index]


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(30):
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def main(files, labels):
    model = nn.Sequential(nn.Flatten(), nn.Linear(3072, 10))
    folders = ImageFolder("train", transforms.ToTensor())
    first = DataLoader(folders, batch_size=64, shuffle=True)  # want "first gives the training its samples in the order of the dataset"
    train(model, first)
    second = DataLoader(Pictures(files, labels), 64, shuffle=True)  # want "shuffle=False; pass shuffle=True"
    train(model, second)
    held_out = DataLoader(ImageFolder("test", transforms.ToTensor()), batch_size=64, shuffle=True)
    model.eval()
    with torch.no_grad():
        for x, y in held_out:
            print(model(x).argmax(1).eq(y).float().mean())
