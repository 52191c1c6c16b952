import torch
from torch import autograd


def log_attention(states, out, logger, step):
    """The graph is the caller's, who goes on to differentiate its loss."""
    grad = autograd.grad(out.logits.abs().mean() + out.state_values.abs().mean(), states, only_inputs=True, retain_graph=True)[0]
    with torch.no_grad():
        logger.add_image("attention", grad[:4].abs(), step)


def log_saliency(states, model, logger, step):
    out = model(torch.randn(4, 3))
    grad = autograd.grad(out.logits.abs().mean(), model.weight)[0]  # want "retain_graph=True keeps the saved tensors"
    with torch.no_grad():
        logger.add_image("saliency", grad[:4].abs(), step)
