import functools

import torch
from torch.cuda.amp import GradScaler

made = torch.amp.GradScaler("cuda")  # want "use|torch.amp.GradScaler\(\"cuda\"\) does the same"
with_arguments = torch.amp.GradScaler("cuda", init_scale=1024)  # want "torch.amp.GradScaler\(\"cuda\", …\)"
later = functools.partial(torch.amp.GradScaler, "cuda", enabled=True)  # want "torch.amp.GradScaler"
kept = GradScaler  # want "functools.partial\(torch.amp.GradScaler, \"cuda\"\)"


class Ours(GradScaler):  # want "every object of the subclass warns.*with \"cuda\" for device as the first argument of its __init__"
    def step(self, optimizer):
        return super().step(optimizer)


def is_one(scaler):
    return isinstance(scaler, torch.amp.GradScaler)  # want note "only a subclass of torch.amp.GradScaler"
