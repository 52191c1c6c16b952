import torch

import steps


def measure(network, tasks, criterion):
    with torch.no_grad():
        return [steps.evaluate(network, task, criterion, "cuda") for task in tasks]
