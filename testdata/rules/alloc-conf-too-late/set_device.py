import os

import torch


def main():
    torch.cuda.set_device(0)
    os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:512"  # want "line 7"
