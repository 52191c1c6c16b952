import torch.distributed as dist
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler
from torchvision import datasets, transforms


def build_transform(train):
    steps = [transforms.RandomResizedCrop(224), transforms.RandomHorizontalFlip()] if train else [transforms.Resize(256), transforms.CenterCrop(224)]
    return transforms.Compose(steps + [transforms.ToTensor()])


def build_loader(cfg, split):
    train = split == "train"
    dataset = datasets.ImageFolder(f"{cfg.root}/{split}", build_transform(train))
    sampler = DistributedSampler(dataset, num_replicas=dist.get_world_size(), rank=dist.get_rank(), shuffle=train)  # want "never told the epoch"
    return DataLoader(dataset, batch_size=cfg.batch_size, sampler=sampler, num_workers=8, pin_memory=True, drop_last=train)
