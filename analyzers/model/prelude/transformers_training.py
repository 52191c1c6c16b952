"""What a training loop takes of transformers (2.0 to 5.24) beside models: the AdamW that it had until 5, and Adafactor."""
from torch.optim import Optimizer


class AdamW(Optimizer):
    pass


class Adafactor(Optimizer):
    pass
