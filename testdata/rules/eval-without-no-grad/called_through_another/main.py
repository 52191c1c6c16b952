import torch

from measure import score_each


def report(model, loaders):
    with torch.no_grad():
        return score_each(model, loaders)
