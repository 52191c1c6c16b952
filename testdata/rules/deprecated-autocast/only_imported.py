from torch.cuda.amp import autocast, GradScaler
