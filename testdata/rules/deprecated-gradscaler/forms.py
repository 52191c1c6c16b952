import torch
import torch.cuda.amp as cuda_amp
from torch.cuda import amp
from torch.cuda.amp import GradScaler
from torch.cuda.amp import GradScaler as Scaler

first = torch.cuda.amp.GradScaler()  # want "torch.cuda.amp.GradScaler is deprecated since torch 2.4, every call warns: torch.amp.GradScaler\(.cuda.\)"
second = amp.GradScaler(enabled=True)  # want "deprecated"
third = GradScaler(2.0**16, 2.0, 0.5, 2000, True)  # want "deprecated"
fourth = Scaler(init_scale=1024.0)  # want "deprecated"
fifth = cuda_amp.GradScaler(  # want "deprecated"
    init_scale=1024.0,  # a small model
    enabled=True,
)
sixth = torch.cpu.amp.GradScaler()  # want "torch.amp.GradScaler\(.cpu.\)"
seventh = torch.cuda.amp.grad_scaler.GradScaler(*[], **{})  # want "deprecated"
eighth = GradScaler() if first else None  # want "deprecated"
