import torch
import torch.distributed as dist
from datasets import load_dataset
from torch.nn.parallel import DistributedDataParallel
from torchvision.models import resnet18


# Whoever loads a dataset of the hub means the library, whatever the folder is called.
def main():
    dist.init_process_group("nccl")
    rows = load_dataset("beans", split="train").with_format("torch")
    model = DistributedDataParallel(resnet18(num_classes=3).cuda())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for row in rows.iter(batch_size=32):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(row["image"].cuda()), row["labels"].cuda())
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main()
