import argparse

import torch
from torch.utils.data import DataLoader, Dataset, Subset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=4)
args = parser.parse_args()


class Images(Dataset):
    def __getitem__(self, index):
        return self.images[index].float().cuda()  # want "__getitem__ copies to CUDA in a worker process: with num_workers=4"


class Labels(Dataset):
    def __getitem__(self, index):
        return torch.tensor(self.labels[index]).to(device)  # want "with num_workers=args.workers"


def collate(batch):
    return torch.stack(batch).to("cuda:0")  # want "collate copies to CUDA"


class Pad:
    def __call__(self, batch):
        return torch.stack(batch).cuda()  # want "__call__ copies to CUDA"


def loaders(other):
    a = DataLoader(Images(), num_workers=4)
    b = DataLoader(Subset(Labels(), [1]), num_workers=args.workers)
    c = DataLoader(other, num_workers=2, collate_fn=collate)
    d = DataLoader(other, num_workers=2, collate_fn=Pad())
    e = DataLoader(other, num_workers=2, collate_fn=lambda batch: torch.stack(batch).cuda())  # want "the collate_fn copies to CUDA"
    return a, b, c, d, e
