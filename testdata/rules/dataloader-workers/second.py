"""The first loader is fine: the finding is about the second."""
from torch.utils.data import DataLoader

from .data import Images


def train(model, optimizer):
    first, second = DataLoader(Images("train"), num_workers=4), DataLoader(Images("more"), num_workers=0)  # want note "num_workers=0: the training process"
    for batch in first:
        optimizer.zero_grad()
        model(batch.cuda()).backward()
        optimizer.step()
    for batch in second:
        optimizer.zero_grad()
        model(batch.cuda()).backward()
        optimizer.step()
