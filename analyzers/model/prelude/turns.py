"""Optimizers that step in turn, each with what the others hold alone kept from gradients."""


def parameters_of(optimizer):
    return [p for group in optimizer.param_groups for p in group["params"]]


def toggled(optimizers, stepping):
    """What those that do not step hold beside the one that does gets no gradient: what each parameter was before."""
    before = [(p, p.requires_grad) for optimizer in optimizers for p in parameters_of(optimizer)]
    own = parameters_of(stepping)
    for p, _ in before:
        if not any([p is one for one in own]):
            p.requires_grad = False
    return before


def restore(before):
    for p, requires_grad in before:
        p.requires_grad = requires_grad
