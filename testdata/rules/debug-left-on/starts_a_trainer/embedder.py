import torch
from torch import nn

torch.autograd.set_detect_anomaly(True)  # want "torch.autograd.set_detect_anomaly\(True\) is on for the whole run"


class Embedder(nn.Linear):
    pass
