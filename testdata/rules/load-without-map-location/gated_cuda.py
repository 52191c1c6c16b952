import torch
from torch import nn


def build(path, use_cuda):
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path))  # want note "where there is none torch.load raises an error"
    if use_cuda:
        net = net.cuda()
    return net


def fill(net, checkpoint):
    own = net.state_dict()
    for name, value in checkpoint["model"].items():
        if name in own:
            own[name] = value
    net.load_state_dict(own)


def play(net, cpu):
    if not cpu:
        net = net.cuda()
    return net.eval()


def demo(path, cpu):
    net = nn.Linear(4, 2)
    checkpoint = torch.load(path)  # want note "where there is none torch.load raises an error"
    fill(net, checkpoint)
    return play(net, cpu)


def keep(net, path):
    torch.save({"model": net.state_dict()}, path)


# Both ways need a GPU: which, or how many, is the question.
def which(path, gpu):
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path))
    if gpu is not None:
        net = net.cuda(gpu)
    else:
        net = nn.DataParallel(net).cuda()
    return net


def either(path, use_cuda):
    net = nn.Linear(4, 2)
    net.load_state_dict(torch.load(path))
    if use_cuda:
        net = net.cuda()
    else:
        net = net.cuda(1)
    return net


# Something else is filled from it, and goes into no network.
def means(path, use_cuda):
    net = nn.Linear(4, 2)
    if use_cuda:
        net = net.cuda()
    return net, torch.load(path).mean()
