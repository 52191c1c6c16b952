import torch


def freeze(model, lora):
    for p in model.parameters():
        p.requires_grad = False  # want "require_grad"
    for p in model.parameters():
        p.requires_grad = False  # want "requires_gra"
    for p in model.parameters():
        p.requires_grad = False  # want "requiresgrad"
    for p in model.parameters():
        p.requires_grad = False  # want "requires_gradient"
    for p in model.parameters():
        p.requires_grad = False  # want "requiresGrad"
    for p in model.parameters():
        p.requirement = 1
    for p in model.parameters():
        p.requires = False
    for p in model.parameters():
        p.grad = None
    for p in model.parameters():
        p.is_grad = False
