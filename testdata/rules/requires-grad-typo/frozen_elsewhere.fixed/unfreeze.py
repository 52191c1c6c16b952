import torch


def unfreeze(model):
    for name, p in model.named_parameters():
        if "head" in name:
            p.requires_grad = True  # want warning "p.requires_gard is a new attribute"
