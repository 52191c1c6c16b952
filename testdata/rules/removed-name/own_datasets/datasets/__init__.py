import torch


class Metric(torch.nn.Module):
    pass


def load_metric(name):
    return Metric()
