import torch.nn as nn
from registry import LOSSES

LOSSES.register(nn.CrossEntropyLoss, name="ce")
LOSSES.register(nn.NLLLoss, name="nll")
