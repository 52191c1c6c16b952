import torch

with torch.cuda.amp.autocast():  # want "deprecated"
    pass
