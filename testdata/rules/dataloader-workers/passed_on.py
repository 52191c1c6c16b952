from torch.utils.data import DataLoader

from .data import Images


def one_epoch(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch.cuda()).backward()
        optimizer.step()


def main(model, optimizer, accelerator):
    loader = DataLoader(Images("train"))  # want "no num_workers"
    one_epoch(model, optimizer, loader)
