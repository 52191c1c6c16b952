import torch

torch.backends.cuda.matmul.fp32_precision = "tf32"  # want "warns since torch 2.9"
scheduler = torch.optim.lr_scheduler.StepLR(None, 1)  # want "takes no verbose"
values = torch.symeig(None)  # want "raises RuntimeError since torch 2.0"
