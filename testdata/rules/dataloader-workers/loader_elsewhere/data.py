import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split
from torchvision.datasets import ImageFolder


class Files(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __getitem__(self, index):
        return torch.load(self.paths[index])


class Slices(Dataset):
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __getitem__(self, index):
        return self.images[index], self.labels[index]


def loaders(args):
    train, valid = random_split(ImageFolder(args.data), [0.9, 0.1])
    options = {"batch_size": args.batch_size}
    options["num_workers"] = 0
    return DataLoader(train, shuffle=True, **options), DataLoader(valid, **options)  # want "num_workers=0: the training process loads"


def files(paths, workers=0):
    return DataLoader(Files(paths), batch_size=8, num_workers=workers)  # want "num_workers=workers is 0"


def asked_for(args, paths):
    return DataLoader(Files(paths), batch_size=8, num_workers=args.workers)


def in_memory(images, labels):
    train, valid = random_split(Slices(images, labels), [0.9, 0.1])
    return DataLoader(train), DataLoader(TensorDataset(images, labels))
