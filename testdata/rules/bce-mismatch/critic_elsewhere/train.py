import torch
from critic import LOSSES, Critic, Judged


class Trainer:
    def __init__(self, critic, loss):
        self.critic = critic
        self.criterion = LOSSES[loss]
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.criterion(self.critic(x), y)  # want "BCELoss wants probabilities and is given logits"
        loss.backward()
        self.optimizer.step()

    def evaluate(self, x, y):
        with torch.no_grad():
            return self.criterion(torch.sigmoid(self.critic(x)), y)


def warm_up(loader):
    trainer = Trainer(Critic(8, False), "bce")
    for x, y in loader:
        trainer.step(x, y)


def second_stage(loader):
    critic = Critic(8, True)
    trainer = Trainer(critic, "bce")
    for x, y in loader:
        trainer.step(x, y)
    critic = Judged(8, False)
    trainer = Trainer(critic, "logits")
    for x, y in loader:
        trainer.optimizer.zero_grad()
        trainer.criterion(critic(x), y).backward()  # want "BCEWithLogitsLoss applies sigmoid itself, and its input has been through sigmoid \(critic.py:20\)"
        trainer.optimizer.step()


def right(loader):
    trainer = Trainer(Critic(8, False), "logits")
    for x, y in loader:
        trainer.step(x, y)
