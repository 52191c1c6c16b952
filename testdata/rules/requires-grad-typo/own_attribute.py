import torch
import torch.nn as nn


# Tensors and parameters, and objects that read the attribute themselves.
class Wrapper:
    def __init__(self, model):
        self.model = model
        self.model.requires_grad = False

    def trains(self):
        return self.model.requires_grad


class Prompt(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.tokens = nn.Parameter(torch.zeros(4, dim))
        self.tokens.requires_grad = False
        self.embedding = nn.Embedding(10, dim)
        self.embedding.weight.requires_grad = False
        self.register_buffer("encoder_scale", torch.ones(1))
        self.encoder_scale.requires_grad = True


def freeze(model, x):
    x.requires_grad = True
    for p in model.parameters():
        p.requires_grad = False
    for name, child in model.named_parameters():
        child.requires_grad = "head" in name
    for layer in model.decoder.parameters():
        layer.requires_grad = False
    for layers in model.children():
        for p in layers.parameters():
            p.requires_grad = False
    model.requires_grad_(False)
    model.encoder.cls_token.requires_grad = True
