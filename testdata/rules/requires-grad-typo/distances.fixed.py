# One or two slips are a slip; a name of its own is not.
import torch


def names(p, q):
    p.requires_grad = True  # want "requires_grads_ is a new attribute"
    p.requires_grad = True  # want "requiresgrad is a new attribute"
    p.requires_grad = False  # want "require_gradients is a new attribute"
    p.requires_grad = False  # want "requireGrad is a new attribute"
    p.requires_grad_for = "head"
    p.requires_grad = True  # want "require_grads is a new attribute"
    p.require_gradss = True
    q.inquire_grad = False
    q.requires = True
    q.grad = None
