# The device is the cpu where the code says so, and may be any where it is told.
import torch


def said(x):
    y = x.to("cpu", non_blocking=True)  # want "returns before the copy has arrived"
    return y.numpy()


def named(x):
    y = x.to(device="cpu", non_blocking=True)  # want "returns before the copy has arrived"
    return y.numpy()


def a_default(x, device="cpu"):
    y = x.to(device, non_blocking=True)
    return y.numpy()


def waited(x):
    y = x.to("cpu", non_blocking=True)
    torch.cuda.synchronize()
    return y.numpy()


def blocking(x):
    y = x.to("cpu", non_blocking=False)
    return y.numpy()
