import torch


def freeze(model):
    for p in model.backbone.parameters():
        p.require_grad = False  # want error "p.require_grad is a new attribute that PyTorch never reads"
    model.head.weight.requires_gard = True  # want "spell it requires_grad"
    model.x.requires_grads = model.y.requries_grad = False  # want "requires_grads is a new" "requries_grad is a new"
    for name, p in model.named_parameters():
        p.requires_grad_ = "head" in name  # want "replaces the method p.requires_grad_ by a value.*call p.requires_grad_\("
        p.requires_gradient = True  # want "requires_gradient"
