# What torch 0.3 wants.
import torch
from torch.autograd import Variable


def check(model, loader):
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        print(model(Variable(x, volatile=True)), torch.max(y, 0))
