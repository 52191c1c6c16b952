import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, MixedPrecision

dist.init_process_group("nccl")
half = MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.bfloat16)
model = FSDP(torch.nn.Linear(64, 8).cuda(), mixed_precision=half)  # want warning "TITAN RTX"
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for _ in range(10):
    optimizer.zero_grad()
    model(torch.randn(4, 64, device="cuda")).mean().backward()
    optimizer.step()
