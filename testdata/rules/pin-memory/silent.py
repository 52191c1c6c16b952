import torch
from torch.utils.data import DataLoader, Dataset

from .data import Images


class OnGPU(Dataset):
    def __getitem__(self, index):
        return torch.zeros(3, device="cuda")


def collate(items):
    return torch.stack(items).cuda()  # also cuda-in-worker


def loops(model, optimizer, options):
    train(model, optimizer, DataLoader(Images("train"), num_workers=4, pin_memory=True))
    train(model, optimizer, DataLoader(Images("train"), num_workers=4, pin_memory=False))
    train(model, optimizer, DataLoader(Images("train"), num_workers=4, **options))
    train(model, optimizer, DataLoader(OnGPU(), num_workers=4))
    train(model, optimizer, DataLoader(Images("train"), num_workers=4, collate_fn=collate))


def train(model, optimizer, loader):
    for images in loader:
        optimizer.zero_grad()
        model(images.cuda()).backward()
        optimizer.step()


def elsewhere(model, optimizer):
    for images in DataLoader(Images("train"), num_workers=4):
        optimizer.zero_grad()
        model(images.to("cpu")).backward()
        optimizer.step()
    for images in DataLoader(Images("train"), num_workers=4):
        optimizer.zero_grad()
        model(images.to("mps")).backward()
        optimizer.step()
    for images in DataLoader(Images("train"), num_workers=4):
        weights = torch.ones(3).cuda()
        optimizer.zero_grad()
        model(images, weights).backward()
        optimizer.step()


@torch.no_grad()
def embed(model):
    for images in DataLoader(Images("test"), num_workers=4):
        model(images.cuda())


# Without workers the training process itself would copy each batch into pinned memory: dataloader-workers comes first.
def no_workers(model, optimizer):
    for images in DataLoader(Images("train")):  # also dataloader-workers
        optimizer.zero_grad()
        model(images.cuda()).backward()
        optimizer.step()
