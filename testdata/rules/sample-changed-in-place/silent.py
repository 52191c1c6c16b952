import h5py
import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import models


class Held(Dataset):
    def __init__(self):
        blob = torch.load("patches.pt", weights_only=True)
        self.images = blob["images"].float()
        self.targets = blob["targets"]
        self.mask = torch.rand(32, 32) > 0.5
        self.arrays = np.load("arrays.npy")
        self.archive = np.load("archive.npz")
        self.mapped = np.load("mapped.npy", mmap_mode="r")
        self.file = h5py.File("images.h5")
        self.counts = torch.zeros(1000)
        self.scaled = [False] * 1000
        self.cache = {}
        self.samples = [{"path": p} for p in open("list.txt")]

    def __len__(self):
        return len(self.images)


class Copies(Held):
    def __getitem__(self, i):
        image = self.images[i].clone()
        image /= 255
        image[:, torch.rand(32, 32) < 0.1] = 0
        array = self.arrays[i].astype("float32")
        array -= 0.5
        sum_ = self.images[i] / 2
        sum_ += 1
        picked = self.images[[i, i + 1]]
        picked.mul_(2)
        return image, array, sum_, picked


# What the library reads anew each time is nobody's.
class FromFiles(Held):
    def __getitem__(self, i):
        image = self.file["images"][i]
        image /= 255
        other = self.archive["images"][i]
        other /= 255
        picture = np.array(Image.open(self.samples[i]["path"])).astype("float32")
        picture /= 255
        return image, other, picture


# The second time it changes nothing.
class Idempotent(Held):
    def __getitem__(self, i):
        image = self.images[i]
        image[:, :2] = 0
        image.clamp_(0, 1)
        image -= image.mean()
        image *= self.mask
        image[image > 1] = 1
        if image.max() > 1:
            image /= 255
        return image, self.targets[i]


# It notes what it has done, or counts.
class Noted(Held):
    def __getitem__(self, i):
        image = self.images[i]
        if not self.scaled[i]:
            image /= 255
            self.scaled[i] = True
        self.counts[i] += 1
        if i not in self.cache:
            loaded = torch.ones(3, 32, 32)
            loaded /= 2
            self.cache[i] = loaded
        sample = self.samples[i]
        sample["size"] = len(sample["path"])
        return image, self.targets[i], self.cache[i]


# A number that is taken out of an array is another one.
class Numbers(Held):
    def __getitem__(self, i):
        label = self.arrays[i]
        label -= 1
        return self.images[i], label


# It is filled up to a length once, and what is taken out is put back.
class Filled(Held):
    def __init__(self, lines):
        super().__init__()
        self.tokens = [[ord(c) for c in line] for line in lines]

    def __getitem__(self, i):
        tokens = self.tokens[i]
        tokens.extend([0] * (64 - len(tokens)))
        return torch.tensor(tokens), 0


class Rotated(Filled):
    def __getitem__(self, i):
        tokens = self.tokens[i]
        tokens.append(tokens.pop(0))
        return torch.tensor(tokens), 0


# Each worker changes a copy of its own, which goes with it at the end of the epoch.
class InWorkers(Held):
    def __getitem__(self, i):
        image = self.images[i]
        image /= 255
        return image, self.targets[i]


def train(data, epochs=10, **options):
    loader = DataLoader(data, batch_size=64, shuffle=True, pin_memory=True, **options)
    model = models.resnet18().cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


train(Copies(), num_workers=4, persistent_workers=True)
train(FromFiles(), num_workers=4, persistent_workers=True)
train(Idempotent(), num_workers=4, persistent_workers=True)
train(Noted(), num_workers=4, persistent_workers=True)
train(Numbers(), num_workers=4, persistent_workers=True)
train(Filled(open("lines.txt")), num_workers=4, persistent_workers=True)
train(Rotated(open("lines.txt")), num_workers=4, persistent_workers=True)
train(InWorkers(), num_workers=4)
