import torch


class ScheduledOptim:
    def __init__(self, model, warmup):
        self._optimizer = torch.optim.Adam(model.parameters())
        self.warmup = warmup
        self.steps = 0

    def step_and_update_lr(self):
        self.steps += 1
        for group in self._optimizer.param_groups:
            group["lr"] = min(self.steps ** -0.5, self.steps * self.warmup ** -1.5)
        self._optimizer.step()

    def zero_grad(self):
        self._optimizer.zero_grad()
