# The option that chooses the scaler is taken back on one way.
import torch


class Learner:
    def __init__(self, model, fp16, device):
        self.model = model
        self.scaler = None
        if device == "cpu":
            fp16 = False
        self.fp16 = fp16
        if self.fp16:
            self.scaler = torch.amp.GradScaler("cuda")
        self.optimizer = torch.optim.Adam(model.parameters())

    def step(self, batch, limit):
        loss = self.model(batch).mean()
        if self.fp16:
            self.scaler.scale(loss).backward()
        else:
            loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), limit)  # want "call self.scaler.unscale_\(self.optimizer\)"
        if self.fp16:
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            self.optimizer.step()
        self.optimizer.zero_grad()


class Careful(Learner):
    def step(self, batch, limit):
        loss = self.model(batch).mean()
        if self.fp16:
            self.scaler.scale(loss).backward()
            self.scaler.unscale_(self.optimizer)
        else:
            loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), limit)
        if self.fp16:
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            self.optimizer.step()
        self.optimizer.zero_grad()
