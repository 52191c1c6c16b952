import torch
from torch.utils.data import DataLoader, Dataset

from .data import Images


class OnGPU(Dataset):
    def __getitem__(self, index):
        return torch.zeros(3, device="cuda")


def collate(items):
    return torch.stack(items).cuda()


def loops(model, options):
    for images in DataLoader(Images("test"), pin_memory=True):
        model(images.cuda())
    for images in DataLoader(Images("test"), pin_memory=False):
        model(images.cuda())
    for images in DataLoader(Images("test"), **options):
        model(images.cuda())
    for images in DataLoader(OnGPU()):
        model(images.cuda())
    for images in DataLoader(Images("test"), collate_fn=collate):
        model(images.cuda())
    for images in DataLoader(Images("test")):
        model(images.to("cpu"))
    for images in DataLoader(Images("test")):
        model(images.to("mps"))
    for images in DataLoader(Images("test")):
        model(images)
    for images in DataLoader(Images("test")):
        weights = torch.ones(3).cuda()
        model(images, weights)
