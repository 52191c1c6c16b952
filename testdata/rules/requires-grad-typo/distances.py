# One or two slips are a slip; a name of its own is not.
import torch


def names(p, q):
    p.requires_grads_ = True  # want "requires_grads_ is a new attribute"
    p.requiresgrad = True  # want "requiresgrad is a new attribute"
    p.require_gradients = False  # want "require_gradients is a new attribute"
    p.requireGrad = False  # want "requireGrad is a new attribute"
    p.requires_grad_for = "head"
    p.require_grads = True  # want "require_grads is a new attribute"
    p.require_gradss = True
    q.inquire_grad = False
    q.requires = True
    q.grad = None
