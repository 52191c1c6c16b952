import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import models


class Patches(Dataset):
    def __init__(self, file, drop=0.1):
        blob = torch.load(file, weights_only=True)
        self.images = blob["images"].float()
        self.targets = blob["targets"]
        self.drop = drop

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        hidden = torch.rand(image.shape[-2:]) < self.drop
        image[:, hidden] = 0.0  # want "self.images itself holds: each epoch overwrites another random part"
        return image / 255, self.targets[index]


class Scaled(Dataset):
    def __init__(self):
        self.images = np.load("images.npy").astype("float32")
        self.labels = np.load("labels.npy")
        self.mean = self.images.mean()

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        image = self.images[i]
        image /= 255  # want "self.images itself holds: each epoch computes on it once more"
        image = torch.from_numpy(image)
        image.sub_(self.mean)  # want "computes on it once more"
        return image, self.labels[i]


# A helper changes what it is given.
class Shifted(Dataset):
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __len__(self):
        return len(self.images)

    def noise(self, image):
        image += 0.1 * torch.randn_like(image)  # want "computes on it once more"
        return image

    def __getitem__(self, i):
        return self.noise(self.images[i]), self.labels[i]


# Boxes of corner and size become two corners, and then something else.
class Boxes(Dataset):
    def __init__(self, files):
        self.samples = []
        for file in files:
            self.samples.append({"image": file, "boxes": np.loadtxt(file)})

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, i):
        sample = self.samples[i]
        sample["boxes"] = sample["boxes"] / 640  # want "self.samples itself holds"
        return torch.zeros(3, 8, 8), torch.as_tensor(sample["boxes"])


# Windows overlap: what is divided by its own first value was divided before.
class Windows(Dataset):
    def __init__(self, path):
        self.series = np.load(path)

    def __len__(self):
        return len(self.series) - 64

    def __getitem__(self, i):
        window = self.series[i : i + 64]
        window /= window[0]  # want "self.series itself holds"
        return torch.as_tensor(window), 0


# Each epoch ends the sentence once more.
class Sentences(Dataset):
    def __init__(self, lines):
        self.tokens = [[ord(c) for c in line] for line in lines]

    def __len__(self):
        return len(self.tokens)

    def __getitem__(self, i):
        tokens = self.tokens[i]
        tokens.append(2)  # want "self.tokens itself holds: each epoch changes how many items it has"
        return torch.tensor(tokens[:16]), random.random()


def train(data, **options):
    loader = DataLoader(data, batch_size=64, shuffle=True, **options)
    model = models.resnet18().cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


train(Patches("patches.pt"))
train(Scaled())
train(Shifted(torch.randn(100, 3, 32, 32), torch.randint(0, 10, (100,))), num_workers=4, pin_memory=True, persistent_workers=True)
train(Boxes(["a.txt", "b.txt"]))
train(Windows("series.npy"))
train(Sentences(open("lines.txt")))
