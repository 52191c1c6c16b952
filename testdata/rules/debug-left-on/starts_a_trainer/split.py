"""Samples are parted here, and nothing trains."""
import checked
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader


def loaders(samples):
    first, second = train_test_split(samples)
    return DataLoader(first, num_workers=2), DataLoader(second, num_workers=2), checked
