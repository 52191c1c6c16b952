import torch

with torch.cuda.amp.autocast():
    pass
