import torch

import steps


def measure(network, tasks, criterion):
    return [steps.evaluate(network, task, criterion, "cuda") for task in tasks]
