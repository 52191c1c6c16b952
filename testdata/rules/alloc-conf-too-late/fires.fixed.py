import os

import torch

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
model = torch.nn.Linear(8, 8).to("cuda")


def warm_up():
    return torch.zeros(1, device="cuda")


def main():
    warm_up()
    free, total = torch.cuda.mem_get_info()
    os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"  # want "set after CUDA was used in line 5"
    if free < total // 2:
        os.environ.setdefault("PYTORCH_ALLOC_CONF", "max_split_size_mb:128")  # want "PYTORCH_ALLOC_CONF is set after CUDA"
