import torch

with torch.amp.autocast("cuda"):  # want "deprecated"
    pass
