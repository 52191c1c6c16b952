import torch
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __getitem__(self, index):
        return self.images[index].cuda()


if __name__ == "__main__":
    torch.multiprocessing.set_start_method("spawn")
    loader = DataLoader(Images(), num_workers=4)
