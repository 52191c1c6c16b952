import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader


# No call of DataLoader stands in the code: its dataset has no name to tell.
def main(train_set, more, net, epochs):
    torch.distributed.init_process_group("nccl")
    model = DistributedDataParallel(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for loader in map(DataLoader, [train_set, more]):  # want "walks over all of its dataset"
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
