import torch


class Layer:
    def __init__(self, require_grad=True):
        self.require_grad = require_grad

    def forward(self, x):
        return x


def freeze(model, config):
    for p in model.parameters():
        p.requires_grad = False
        p.requires_grad_(False)
        p.grad = None
        p.required = True
    config.require_grads = True
    if config.require_grads:
        model.train()


def parameters_of_a_model(model):
    if hasattr(model, "positional_embedding"):
        model.positional_embedding.requires_grad = False
    for name in ("pos_embed", "text_proj"):
        getattr(model, name).requires_grad = False
