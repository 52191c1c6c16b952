from torch.utils.data import DataLoader

a = DataLoader([1], num_workers=0, prefetch_factor=2)
b = DataLoader([1], num_workers=0, prefetch_factor=3)  # want "prefetch_factor=3"
