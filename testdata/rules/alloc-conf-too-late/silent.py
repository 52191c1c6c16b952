import os

import torch

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"


def main(args):
    if torch.cuda.is_available():
        os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
    device = torch.device("cuda")
    model = torch.nn.Linear(8, 8)
    model.to(args.device)
    os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
    return model.to(device)


def child(command):
    torch.cuda.init()
    environment = dict(os.environ)
    environment["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
    return command, environment


def other_arm(gpu):
    if gpu:
        torch.cuda.init()
    else:
        os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"


def same_device(model, device):
    device = torch.device(device)
    model.to(device)
    os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"  # device may be the CPU


def cleared_before_anything():
    torch.cuda.empty_cache()  # without a context there is nothing to empty, and none is made
    print(torch.cuda.memory_allocated(), torch.cuda.max_memory_reserved())
    torch.cuda.seed_all()
    os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
