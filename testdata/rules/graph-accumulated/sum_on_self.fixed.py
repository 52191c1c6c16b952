import torch
import torch.nn.functional as F


class Trainer:
    """One method steps, another adds up, a third reads the sum and clears it."""

    def __init__(self, model, train_loader, valid_loader, config):
        self.model = model
        self.train_loader = train_loader
        self.valid_loader = valid_loader
        self.optimizer = torch.optim.Adam(model.parameters(), lr=config.lr)
        self.log_every = config.log_every
        self.epoch_loss = 0.0
        self.window_loss = 0.0
        self.number_loss = 0.0
        self.batches = 0

    def compute(self, batch):
        inputs, targets = batch
        return F.smooth_l1_loss(self.model(inputs), targets)

    def record(self, loss):
        self.epoch_loss += loss.detach()  # want "self.epoch_loss keeps loss"
        self.number_loss += loss.item()
        self.batches += 1

    def train_step(self, batch):
        self.optimizer.zero_grad()
        loss = self.compute(batch)
        loss.backward()
        self.optimizer.step()
        self.record(loss)
        return loss

    def train_epoch(self, epoch):
        self.epoch_loss, self.number_loss, self.batches = 0.0, 0.0, 0
        for step, batch in enumerate(self.train_loader):
            self.train_step(batch)
            if (step + 1) % self.log_every == 0:
                self.report(epoch, step)

    def report(self, epoch, step):
        print(epoch, step, self.epoch_loss / self.batches, self.number_loss / self.batches)

    @torch.no_grad()
    def validate(self):
        total = 0.0
        for batch in self.valid_loader:
            total += self.compute(batch)
        return total / len(self.valid_loader)
