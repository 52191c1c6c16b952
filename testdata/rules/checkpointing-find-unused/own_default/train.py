import argparse
import os

import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Deep(torch.nn.Module):
    def __init__(self, save_memory=False):
        super().__init__()
        self.save_memory = save_memory
        self.blocks = torch.nn.ModuleList(torch.nn.Linear(8, 8) for _ in range(4))
        self.head = torch.nn.Linear(8, 2)

    def forward(self, x):
        for block in self.blocks:
            if self.save_memory:
                x = checkpoint(block, x)  # also checkpoint-reentrant-unset
            else:
                x = block(x)
        return self.head(x)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--save-memory", action="store_true")
    args = parser.parse_args()
    torch.distributed.init_process_group("nccl")
    rank = int(os.environ["LOCAL_RANK"])
    net = Deep(True).cuda(rank)
    model = DistributedDataParallel(net, device_ids=[rank], find_unused_parameters=True)  # want error "ready only once"
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch.cuda(rank)).mean().backward()
        optimizer.step()


main()
