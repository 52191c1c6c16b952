import torch
from torch import autograd
from torch.autograd import Variable


def step(model, images, labels: Variable):  # want note "torch.autograd.Variable \(9 times in this file\) gives a plain tensor since torch 0.4: Variable\(x\) is x.detach\(\)"
    labels = labels.cuda()
    noise = autograd.Variable(torch.randn(3), requires_grad=True)
    held = Variable(images, volatile=True)  # want warning "volatile=True does nothing since torch 0.4: what is computed with it keeps its graph where weights have part in it; drop it"
    total = (images + 1) * 2
    nested = model(images)
    return model(images, labels, noise, held, total, nested)


class Batch:
    def wrap(self, labels):
        pass
