import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info


class Images(Dataset):
    def __getitem__(self, index):
        return self.images[index].cuda()


class OnCPU(Dataset):
    def __init__(self, images):
        self.images = images.cuda()

    def __getitem__(self, index):
        return self.images[index].to("cpu")


class Asks(Dataset):
    def __getitem__(self, index):
        image = self.images[index]
        if torch.utils.data.get_worker_info() is None:
            image = image.cuda()
        return image


def loaders(workers):
    a = DataLoader(Images())
    b = DataLoader(Images(), num_workers=0)
    c = DataLoader(Images(), num_workers=workers)
    d = DataLoader(Images(), num_workers=4, multiprocessing_context="spawn")
    e = DataLoader(OnCPU(torch.zeros(3)), num_workers=4)
    f = DataLoader(Asks(), num_workers=4)
    return a, b, c, d, e, f
