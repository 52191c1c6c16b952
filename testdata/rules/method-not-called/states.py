import torch
import torch.distributed as dist
from torch import nn


def save(net, optimizer, path, whole):
    torch.save(net.state_dict, path)  # want error "net.state_dict is named and not called: the file gets the method with the whole object"
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict}, path)  # want "optimizer.state_dict is named"
    torch.save(net.state_dict if whole else None, path)  # want "net.state_dict is named"


def place(net, gpu):
    if torch.cuda.is_available:  # want warning "torch.cuda.is_available is named and not called: a function is true"
        net.cuda()
    if gpu and not dist.is_initialized:  # want "dist.is_initialized is named"
        dist.init_process_group("nccl")
    return torch.device("cuda" if torch.cuda.is_available else "cpu")  # want "torch.cuda.is_available is named"


class Saved:
    def __init__(self, net):
        self.net, self.state_dict = net, {"net": net.state_dict()}


def fine(net: nn.Module, path, asks=torch.cuda.is_available):
    torch.save(net.state_dict(), path)
    take = net.state_dict
    torch.save(take(), path)
    may = asks or torch.cuda.is_available
    if may() and torch.cuda.is_available():
        net.cuda()
    if net.training:
        net.eval()


def older(net):
    if torch.cuda.is_bf16_supported and torch.cuda.is_bf16_supported():  # no such function in older versions
        return net.to(torch.bfloat16)
    if torch.cuda.is_available and torch.cuda.device_count() > 1:  # want "torch.cuda.is_available is named"
        net = nn.DataParallel(net)
    return net
