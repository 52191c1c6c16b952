import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Scenes(Dataset):
    """A patch of each scene is drawn; which scene it is, is asked for."""

    def __init__(self, files, side=256):
        self.files, self.side = files, side

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        scene = np.load(self.files[index])
        y = random.randint(0, scene.shape[0] - self.side)
        x = random.randint(0, scene.shape[1] - self.side)
        scene = scene[y : y + self.side, x : x + self.side]
        image, depth = self.transform(scene[..., :3], scene[..., 3])
        return image, depth

    def transform(self, image, depth):
        return torch.from_numpy(image).float(), torch.from_numpy(depth).float()


class Pairs(Scenes):
    """The other one of a pair is drawn among those that stand near."""

    def __getitem__(self, index):
        near = self.files[index : index + 8]
        other = near[random.randint(0, len(near) - 1)]
        return self.load(self.files[index]), self.load(other)

    def load(self, path):
        return torch.from_numpy(np.load(path)).float()


class Drawn(Scenes):
    """What is asked for decides nothing."""

    def __getitem__(self, index):
        first = random.randint(0, len(self.files) - 2)
        few = self.files[first : first + 2]
        return self.load(few[0]), self.load(few[1])

    def load(self, path):
        return torch.from_numpy(np.load(path)).float()


def fit(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        for image, depth in loader:
            optimizer.zero_grad()
            nn.functional.l1_loss(model(image), depth).backward()
            optimizer.step()


def main(files):
    loader = DataLoader(Scenes(files), batch_size=4, shuffle=True)  # want note "in the order of the dataset"
    fit(nn.Conv2d(3, 1, 1), loader)


def pairs(files):
    loader = DataLoader(Pairs(files), batch_size=4)
    fit(nn.Conv2d(3, 1, 1), loader)


def drawn(files):
    loader = DataLoader(Drawn(files), batch_size=4)
    fit(nn.Conv2d(3, 1, 1), loader)
