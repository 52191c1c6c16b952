# Attributions are gradients of the output with respect to the input.
import torch
from captum.attr import IntegratedGradients


def attribute_all(model, loader, target):
    model.eval()
    by = IntegratedGradients(model)
    for x in loader:
        score = model(x)
        print(score.detach().cpu())
        for steps in (256, 512):
            print(by.attribute(inputs=x, target=target, n_steps=steps).sum().item())
