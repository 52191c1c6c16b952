from torch.utils.data import DataLoader, Dataset, DistributedSampler
from torchvision import datasets, transforms


def make_transform(size):
    return transforms.Compose([transforms.Resize(size), transforms.ToTensor()])


def all_of_it(root, args):
    dataset = datasets.ImageFolder(root, make_transform(args.size))
    return DataLoader(dataset, batch_size=args.batch_size, shuffle=True, num_workers=args.workers, pin_memory=True)


def a_share(root, args):
    dataset = datasets.ImageFolder(root, make_transform(args.size))
    sampler = DistributedSampler(dataset)
    return DataLoader(dataset, batch_size=args.batch_size, sampler=sampler, num_workers=args.workers, pin_memory=True)
