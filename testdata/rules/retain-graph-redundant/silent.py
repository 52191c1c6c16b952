import torch


def penalty(critic, x, second_order):
    scores = critic(x)
    a = torch.autograd.grad(scores, x, create_graph=second_order, retain_graph=True)[0]
    b = torch.autograd.grad(scores, x, create_graph=True, retain_graph=second_order)[0]
    c = torch.autograd.grad(scores, x, create_graph=True)[0]
    d = torch.autograd.grad(scores, x, create_graph=True, retain_graph=False)[0]
    e = torch.autograd.grad(scores, x, create_graph=False, retain_graph=True)[0]
    return (a + b + c + d + e).mean()


def elsewhere(helper):
    return helper.compute(retain_graph=True, create_graph=True)
