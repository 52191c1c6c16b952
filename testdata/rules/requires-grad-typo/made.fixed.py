# Tensors that torch makes require no gradient unless they are told to; what a method of theirs gives is a copy.
import torch
from torch.autograd import Variable


class Field(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        made = torch.zeros(n)
        copied = made.clone()
        copied.requires_grad = False  # want note "require_grad is a new attribute"
        wrapped = Variable(made)
        wrapped.requires_grad = False  # want note "require_grad is a new attribute"
        told = torch.zeros(n, requires_grad=True)
        told.requires_grad = False  # want error "require_grad is a new attribute"
        asked = torch.zeros(n).requires_grad_()
        asked.requires_grad = False  # want error "require_grad is a new attribute"
        layer = torch.nn.Linear(n, n)
        layer.requires_grad_(False)  # want error "layer is a module|require_grad is a new attribute"
        rows, columns = torch.meshgrid(made, made)
        rows.requires_grad = False  # want note "require_grad is a new attribute"
        columns.requires_grad = False  # want note "require_grad is a new attribute"
        self.still = torch.zeros(n)
        self.still.requires_grad = False  # want note "require_grad is a new attribute"
        self.moving = torch.zeros(n, requires_grad=True)
        self.moving.requires_grad = False  # want error "require_grad is a new attribute"
        self.unknown, other = n.parts()
        self.unknown.requires_grad = False  # want error "require_grad is a new attribute"
        other.requires_grad = False  # want error "require_grad is a new attribute"
