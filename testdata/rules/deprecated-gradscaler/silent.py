import torch
from torch.amp import GradScaler as New
from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler

from .versions import _TORCH_GREATER_EQUAL_2_4

try:
    from torch.amp import GradScaler
except ImportError:
    from torch.cuda.amp import GradScaler


def make(cfg):
    if hasattr(torch.amp, "GradScaler"):
        return torch.amp.GradScaler("cuda")
    return torch.cuda.amp.GradScaler()


newest = torch.amp.GradScaler if _TORCH_GREATER_EQUAL_2_4 else torch.cuda.amp.GradScaler
scaler = GradScaler()
other = New("cuda", enabled=False)
sharded = ShardedGradScaler()
