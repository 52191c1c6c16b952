import os
from types import SimpleNamespace

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torchvision.models import resnet50

from datasets.build import build_loader


def train_epoch(model, loader, optimizer, criterion, epoch):
    model.train()
    for it, (x, y) in enumerate(loader):
        x, y = x.cuda(non_blocking=True), y.cuda(non_blocking=True)
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if it % 50 == 0 and dist.get_rank() == 0:
            print(epoch, it, loss.item())


def main(cfg):
    dist.init_process_group("nccl")
    rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(rank)
    train_loader = build_loader(cfg, "train")
    model = DDP(resnet50().cuda(), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=cfg.lr, momentum=0.9)
    criterion = torch.nn.CrossEntropyLoss().cuda()
    for epoch in range(cfg.epochs):
        train_epoch(model, train_loader, optimizer, criterion, epoch)


if __name__ == "__main__":
    main(SimpleNamespace(root="/data/imagenet", batch_size=128, lr=0.4, epochs=90))
