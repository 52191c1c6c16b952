# Arguments that are bound now raise when the call is made.
import functools
from functools import partial

import torch

MAKERS = {
    "adamw": partial(torch.optim.AdamW, learning_rate=3e-4),  # want "AdamW takes no learning_rate="
    "sgd": functools.partial(torch.optim.SGD, lr=0.1, momentum=0.9),
    "own": partial(max, learning_rate=3e-4),
}
