import torch

torch.backends.cuda.matmul.allow_tf32 = True
scheduler = torch.optim.lr_scheduler.StepLR(None, 1, verbose=True)  # want "takes no verbose"
values = torch.symeig(None)  # want "raises RuntimeError since torch 2.0"
