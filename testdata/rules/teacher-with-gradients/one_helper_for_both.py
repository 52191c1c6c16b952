import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def likelihood(net, ids):
    scores = net(ids).log_softmax(-1)
    return scores.gather(-1, ids[..., None]).sum((1, 2))


def compared(net, other, ids):
    return likelihood(net, ids), likelihood(other, ids)


def preferences(data):
    policy = nn.Sequential(nn.Embedding(100, 16), nn.Linear(16, 100))
    reference = copy.deepcopy(policy)
    optimizer = torch.optim.AdamW(policy.parameters())
    for ids in DataLoader(data, 8):
        mine = likelihood(policy, ids)
        theirs = likelihood(reference, ids)  # want "^reference runs with gradients on"
        loss = -F.logsigmoid(mine - theirs).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def quietly(data):
    policy = nn.Sequential(nn.Embedding(100, 16), nn.Linear(16, 100))
    reference = copy.deepcopy(policy)
    optimizer = torch.optim.AdamW(policy.parameters())
    for ids in DataLoader(data, 8):
        mine = likelihood(policy, ids)
        with torch.no_grad():
            theirs = likelihood(reference, ids)
        loss = -F.logsigmoid(mine - theirs).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
