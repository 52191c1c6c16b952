import torch
from torch.autograd import grad as torch_grad


def penalty(critic, x):
    scores = critic(x)
    gradients = torch.autograd.grad(
        outputs=scores,
        inputs=x,
        grad_outputs=torch.ones_like(scores),
        create_graph=True,
        retain_graph=True,  # want "changes nothing beside create_graph=True"
        only_inputs=True,
    )[0]
    return gradients.norm(2, dim=1).sub(1).pow(2).mean()


def imported(critic, x):
    scores = critic(x)
    return torch_grad(scores.sum(), x, retain_graph=True, create_graph=True)[0]  # want "implies it"


def hessian_vector(loss, params, vector):
    loss.backward(retain_graph=True, create_graph=True)  # want "implies it" # also backward-create-graph
    return [p.grad for p in params]


def positional(critic, x):
    return torch.autograd.grad(critic(x).sum(), x, None, True, True)  # want "implies it"
