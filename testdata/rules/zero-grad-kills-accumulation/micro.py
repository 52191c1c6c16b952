import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, loader, n_micro):
        self.model, self.n_micro = model, n_micro
        self.batches = iter(loader)
        self.optimizer = torch.optim.Adam(model.parameters())

    def update(self):
        for micro in range(self.n_micro):
            x, y = next(self.batches)
            self.optimizer.zero_grad()  # want "only the last one counts"
            loss = F.l1_loss(self.model(x), y) / self.n_micro
            loss.backward()
        self.optimizer.step()

    def update_whole(self):
        self.optimizer.zero_grad()
        for micro in range(self.n_micro):
            x, y = next(self.batches)
            loss = F.l1_loss(self.model(x), y) / self.n_micro
            loss.backward()
        self.optimizer.step()


def main(model, loader, steps):
    trainer = Trainer(model, loader, 16)
    for step in range(steps):
        trainer.update()


def main_whole(model, loader, steps):
    trainer = Trainer(model, loader, 16)
    for step in range(steps):
        trainer.update_whole()
