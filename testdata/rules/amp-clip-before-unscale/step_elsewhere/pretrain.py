import torch
from torch import nn

from steps import clipped_step


def main(args, loader):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda") if args.fp16 else None
    for epoch in range(args.epochs):
        for batch in loader:
            clipped_step(model, batch, optimizer, scaler, args.limit)
