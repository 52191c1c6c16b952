import torch
from torch.autograd import Variable


def step(judge, x, device, flag):
    ones = Variable(torch.ones(len(x), 1), requires_grad=False).to(device)  # want note "Variable \(4 times in this file\)"
    zeros = Variable(torch.zeros(len(x), 1).fill_(0.0), requires_grad=False)
    leaf = Variable(x, requires_grad=True)
    either = Variable(x, requires_grad=flag)
    return judge(leaf, ones, zeros, either)
