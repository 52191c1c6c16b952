import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Subset
from torchvision.datasets import ImageFolder


def worker(rank, count):
    dist.init_process_group("nccl", rank=rank, world_size=count)
    data = ImageFolder("train")
    part = len(data) // count
    data = Subset(data, range(rank * part, (rank + 1) * part))
    loader = DataLoader(data, batch_size=16, shuffle=True, num_workers=4)
    model = DistributedDataParallel(torch.nn.Linear(8, 8).to(rank), device_ids=[rank])
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x.to(rank)), y.to(rank)).backward()
            optimizer.step()


if __name__ == "__main__":
    mp.spawn(worker, args=(torch.cuda.device_count(),), nprocs=torch.cuda.device_count())
