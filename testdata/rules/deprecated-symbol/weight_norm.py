import torch
from torch.nn.utils import parametrizations, weight_norm


class Vocoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = weight_norm(torch.nn.Conv1d(4, 4, 3))  # want note "torch.nn.utils.weight_norm is deprecated.*parametrizations.weight_norm"
        self.again = weight_norm(torch.nn.Conv1d(4, 4, 1))  # said once a file
        self.second = parametrizations.weight_norm(torch.nn.Conv1d(4, 4, 3))
