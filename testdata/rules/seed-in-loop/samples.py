import random

import numpy as np
import torch
from torch.utils.data import Dataset


class Pairs(Dataset):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def augment(self, image, mask):
        random.seed(1234)  # want "the dataset sets one seed for every sample"
        if random.random() < 0.5:
            image, mask = image.flip(-1), mask.flip(-1)
        return image, mask

    def __getitem__(self, index):
        return self.augment(*self.items[index])


class Noisy(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, index):
        np.random.seed(0)  # want "the dataset sets one seed for every sample"
        return np.random.randn(8).astype("float32")


class OfItsIndex(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, index):
        random.seed(index)
        return random.random()


class Fixed(Dataset):
    def __init__(self, train):
        random.seed(0)
        self.order, self.train = random.sample(range(100), 50), train

    def __len__(self):
        return 50

    def __getitem__(self, index):
        if not self.train:
            random.seed(0)
        return random.random()


class Restored(Dataset):
    def __len__(self):
        return 50

    def __getitem__(self, index):
        torch.manual_seed(0)
        noise = torch.randn(8)
        torch.manual_seed(index)
        return noise + torch.randn(8)
