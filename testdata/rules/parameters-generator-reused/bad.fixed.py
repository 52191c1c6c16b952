import torch
from torch.nn.utils import clip_grad_norm_


def train(model, loader):
    params = list(model.parameters())
    optimizer = torch.optim.SGD(params, lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(params, 1.0)  # want "params is a generator that line 7 has used up"
        optimizer.step()


def count(model):
    trainable = list(filter(lambda p: p.requires_grad, model.parameters()))
    print(sum(p.numel() for p in trainable))
    return torch.optim.AdamW(trainable)  # want "trainable is a generator that line 17 has used up"


def in_a_loop(model, optimizer, loader):
    params = list(model.parameters())
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(params, 1.0)  # want "this loop uses it up in its first iteration"
        optimizer.step()


def expression(model):
    decayed = list((p for n, p in model.named_parameters() if "bias" not in n))
    for p in decayed:
        print(p.shape)
    return torch.optim.AdamW(params=decayed)  # want "decayed is a generator"
