# torch's default serves these: writing it down gains nothing.
from torch.utils.data import DataLoader


def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()


def main(model, optimizer, dataset, args):
    train(model, optimizer, DataLoader(dataset, batch_size=32, num_workers=4))
    train(model, optimizer, DataLoader(dataset, batch_size=32, num_workers=12))
    train(model, optimizer, DataLoader(dataset, batch_size=32, num_workers=args.workers))
    train(model, optimizer, DataLoader(dataset, batch_size=32, num_workers=1 if args.debug else 8))
