import torch

HOST = torch.device("cpu")


def to_host(x):
    return x.detach().to(HOST)  # want "eval.py:13 reads it"


def to_host_and_wait(x):
    x = x.detach().to(HOST, non_blocking=True)
    torch.cuda.current_stream().synchronize()
    return x


def to_any(x, device="cpu"):
    return x.to(device, non_blocking=True)
