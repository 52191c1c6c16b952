import torch
from torch.autograd import Variable


def step(judge, x, device, flag):
    ones = torch.ones(len(x), 1).to(device)  # want note "Variable \(4 times in this file\)"
    zeros = torch.zeros(len(x), 1).fill_(0.0)
    leaf = Variable(x, requires_grad=True)
    either = Variable(x, requires_grad=flag)
    return judge(leaf, ones, zeros, either)
