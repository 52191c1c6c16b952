import torch
import torch as th
from torch import cuda


def forms(model, x):
    with torch.amp.autocast("cuda"):  # want "torch.cuda.amp.autocast is deprecated since torch 2.4, every call warns: torch.amp.autocast\(.cuda.\) does the same"
        model(x)
    with th.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda"):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cpu"):  # want "torch.cpu.amp.autocast is deprecated.*torch.amp.autocast\(.cpu.\)"
        model(x)
