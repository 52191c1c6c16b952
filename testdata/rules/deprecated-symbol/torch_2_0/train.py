import torch

torch.backends.cuda.matmul.allow_tf32 = True
scheduler = torch.optim.lr_scheduler.StepLR(None, 1, verbose=True)
with torch.backends.cuda.sdp_kernel():
    torch.qr(None)  # want "torch.linalg.qr"
