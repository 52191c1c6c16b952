import torch
from torch.nn.utils import clip_grad_norm_


def train(model, loader):
    params = model.parameters()
    optimizer = torch.optim.SGD(params, lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(params, 1.0)  # want "params is a generator that line 7 has used up"
        optimizer.step()


def count(model):
    trainable = filter(lambda p: p.requires_grad, model.parameters())
    print(sum(p.numel() for p in trainable))
    return torch.optim.AdamW(trainable)  # want "trainable is a generator that line 17 has used up"


def in_a_loop(model, optimizer, loader):
    params = model.parameters()
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(params, 1.0)  # want "this loop uses it up in its first iteration"
        optimizer.step()


def expression(model):
    decayed = (p for n, p in model.named_parameters() if "bias" not in n)
    for p in decayed:
        print(p.shape)
    return torch.optim.AdamW(params=decayed)  # want "decayed is a generator"


class Trainer:
    def __init__(self, model):
        self.params = model.parameters()
        self.optimizer = torch.optim.SGD(self.params, lr=0.1)

    def step(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(self.params, 1.0)  # want "self.params is a generator that line 40 has used up"
        self.optimizer.step()


def groups(model):
    params = model.parameters()
    slow = torch.optim.SGD(params, lr=0.1)
    return slow, torch.optim.AdamW([{"params": params, "lr": 1.0}])  # want "params is a generator"
