from torch.cuda.amp import custom_fwd

f = custom_fwd(lambda ctx, x: x)
