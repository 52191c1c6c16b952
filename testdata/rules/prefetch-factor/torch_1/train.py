from torch.utils.data import DataLoader


def loaders(dataset, args):
    a = DataLoader(dataset, num_workers=4)  # want "default of 2"
    b = DataLoader(dataset, num_workers=args.workers)  # want "default of 2"
    return a, b
