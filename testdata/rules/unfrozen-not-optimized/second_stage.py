import torch
import torch.nn as nn


def stages(backbone, head, loader, train_one_epoch):
    """The second stage's optimizer is made of everything, while the backbone is frozen."""
    model = nn.Sequential(backbone, head)
    backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    train_one_epoch(model, optimizer, loader)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    train_one_epoch(model, optimizer, loader)
    backbone.requires_grad_(True)
    train_one_epoch(model, optimizer, loader)


def picked_for_decay(backbone, head, loader, train_one_epoch):
    """What is picked by its shape is taken whether it is frozen or not."""
    model = nn.Sequential(backbone, head)
    backbone.requires_grad_(False)
    decay, rest = [], []
    for p in model.parameters():
        (decay if p.dim() > 1 else rest).append(p)
    optimizer = torch.optim.AdamW([{"params": decay}, {"params": rest, "weight_decay": 0.0}])
    train_one_epoch(model, optimizer, loader)
    backbone.requires_grad_(True)
    train_one_epoch(model, optimizer, loader)
