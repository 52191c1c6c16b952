import torch
from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler

try:
    from torch.amp import GradScaler
except ImportError:
    from torch.cuda.amp import GradScaler


class Runner:
    def __init__(self, model, loader, lr, sharded):
        self.model = model
        self.loader = loader
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        if sharded:
            self.scaler = ShardedGradScaler()
        else:
            self.scaler = GradScaler("cuda")

    def train(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(self.model(x), y)
            self.scaler.scale(loss).backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  # want "unscale"
            self.scaler.step(self.optimizer)
            self.scaler.update()

    def tune(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(self.model(x), y)
            self.scaler.scale(loss).backward()
            self.scaler.unscale_(self.optimizer)
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.scaler.step(self.optimizer)
            self.scaler.update()
