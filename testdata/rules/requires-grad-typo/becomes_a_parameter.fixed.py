# A parameter is trained whatever the tensor in it says; a tensor that stays one is not.
import torch
import torch.nn as nn


class Tokens(nn.Module):
    def __init__(self, size):
        super().__init__()
        token = torch.zeros(1, 1, size).float()
        token.requires_grad = True  # want note "spell it requires_grad"
        self.token = nn.Parameter(token)
        position = torch.zeros(10, size)
        position.requires_grad = True  # want note "spell it requires_grad"
        position = position.unsqueeze(0)
        self.position = nn.Parameter(position)
        frozen = torch.zeros(size)
        frozen.requires_grad = True  # want error "spell it requires_grad"
        self.frozen = frozen
        still = torch.zeros(size)
        still.requires_grad = False  # want note "spell it requires_grad"
        self.still = still
