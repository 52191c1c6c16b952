import torch
import torch.nn as nn
from transformers import AutoModel


class Scaled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.project = nn.Linear(dim, dim)
        self.requires_grad = True


class Head(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.project = nn.Linear(dim, dim)
        self.project.requires_grad_(False)  # want "self.project is a module: nothing reads its requires_grad.*call self.project.requires_grad_\(False\)"

    def forward(self, x):
        return self.project(x)


def freeze(model, train_head):
    model.requires_grad_(False)  # want "replaces the method model.requires_grad_ by a value"
    model.requires_grad_(False)  # want "model is a module"
    model.backbone.requires_grad_(False)  # want "new attribute that PyTorch never reads.*call model.backbone.requires_grad_\(False\)"
    model.lm_head.requires_grad_(train_head)  # want "call model.lm_head.requires_grad_\(train_head\)"
    for module in model.modules():
        module.requires_grad_(False)  # want "module is a module"
    for name, child in model.named_children():
        if name != "head":
            child.requires_grad_(False)  # want "child is a module"
    for layer in model.transformer.layers[:4]:
        layer.requires_grad_(False)  # want "layer is a module"
    model.teacher_model.requires_grad = model.encoder.requires_grad = False  # want "teacher_model is a module" "encoder is a module"


def load():
    bert = AutoModel.from_pretrained("bert-base-uncased")
    bert.requires_grad_(False)  # want "bert is a module"
    head = Head(768)
    head.requires_grad_(False)  # want "head is a module"
    scaled = Scaled(768)
    scaled.requires_grad = False
    return bert, head, scaled
