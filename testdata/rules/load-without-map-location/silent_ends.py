import torch
from torch import nn


def keep(net, path):
    torch.save(net.state_dict(), path)


# It ends where there is no GPU.
def ends(path):
    if not torch.cuda.is_available():
        raise SystemExit("a GPU is needed")
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path))
    if torch.cuda.is_available():
        net = net.cuda()
    return net
