import torch
from torch.amp import GradScaler
from torch.nn.utils import clip_grad_norm_


def train(model, loader, optimizer, args):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = model(batch).mean()
        scaler.scale(loss).backward()
        if args.clip > 0:
            scaler.unscale_(optimizer)
            clip_grad_norm_(model.parameters(), args.clip)  # want "gradients are clipped while they are still multiplied by scaler's scale"
        scaler.step(optimizer)
        scaler.update()


class Trainer:
    def step(self, batch):
        self.optimizer.zero_grad()
        self.scaler.scale(self.model(batch).mean()).backward()
        self.scaler.unscale_(self.optimizer)
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  # want "call self.scaler.unscale_\(self.optimizer\) before clipping"
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return norm
