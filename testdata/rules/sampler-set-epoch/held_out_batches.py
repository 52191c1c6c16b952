import torch
from torch.utils.data import DataLoader, DistributedSampler


class Looks:
    def __init__(self, loader):
        self.loader = loader
        self.batches = iter(loader)

    def batch(self):
        try:
            return next(self.batches)
        except StopIteration:
            self.batches = iter(self.loader)
            return next(self.batches)


def main(model, data, held_out, steps):
    torch.distributed.init_process_group("nccl")
    model = torch.nn.parallel.DistributedDataParallel(model.cuda())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_loader = DataLoader(data, batch_size=8, num_workers=4, sampler=DistributedSampler(data))  # want "the DistributedSampler of train_loader is never told the epoch"
    eval_loader = DataLoader(held_out, batch_size=8, num_workers=4, sampler=DistributedSampler(held_out))
    trained, looked = Looks(train_loader), Looks(eval_loader)
    for step in range(steps):
        images, labels = trained.batch()
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(images.cuda()), labels.cuda()).backward()
        optimizer.step()
        if step % 100 == 0:
            sample = looked.batch()
            with torch.no_grad():
                print(model(sample[0].cuda()).mean())
