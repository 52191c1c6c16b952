import torch


class Precision:
    TABLE = {"fp16": torch.float16, "bf16": torch.bfloat16, "fp32": torch.float32}

    def __init__(self, name):
        self.dtype = self.TABLE[name]
        self.enabled = name != "fp32"
        self.scaler = torch.amp.GradScaler("cuda", enabled=self.enabled)  # want "GradScaler scales losses that autocast computes in bf16"

    def context(self):
        return torch.autocast("cuda", dtype=self.dtype, enabled=self.enabled)

    def update(self, loss, optimizer):
        optimizer.zero_grad()
        self.scaler.scale(loss).backward()
        self.scaler.step(optimizer)
        self.scaler.update()
