import torch
from torch import nn

from steps import clipped_step, unscaled_step


def main(args, loader):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda") if args.fp16 else None
    for batch in loader:
        clipped_step(model, batch, optimizer, scaler, 1.0)
    for batch in loader:
        unscaled_step(model, batch, optimizer, scaler, 1.0)
