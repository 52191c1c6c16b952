import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler
from torchvision import datasets, models, transforms


def train(rank, world_size, path):
    dist.init_process_group("nccl", init_method="tcp://127.0.0.1:12345", rank=rank, world_size=world_size)
    model = DDP(models.resnet18().to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    data = datasets.ImageFolder("data", transforms.ToTensor())
    sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=32, sampler=sampler, num_workers=4, pin_memory=True)
    for epoch in range(10):
        sampler.set_epoch(epoch)
        model.train()
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images.to(rank)), labels.to(rank))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if rank == 0:
        torch.save(model.module.state_dict(), path)


# One process is left when the others have trained.
def test(path):
    model = models.resnet18().cuda()
    model.load_state_dict(torch.load(path))
    return model.eval()


if __name__ == "__main__":
    mp.spawn(train, args=(4, "best.pt"), nprocs=4)
    test("best.pt")
