# Nothing shows for which optimizer a scheduler was made that a caller hands in, but what both are called.
import torch.nn.functional as F


class Trainer:
    def __init__(self, generator, critic, optimizer_g, optimizer_d, lr_scheduler_g, lr_scheduler_d):
        self.generator = generator
        self.critic = critic
        self.optimizer_g = optimizer_g
        self.optimizer_d = optimizer_d
        self.lr_scheduler_g = lr_scheduler_g
        self.lr_scheduler_d = lr_scheduler_d

    def train(self, loader):
        for real in loader:
            fake = self.generator(real)
            self.optimizer_d.zero_grad()
            (self.critic(fake.detach()).mean() - self.critic(real).mean()).backward()
            self.optimizer_d.step()
            self.optimizer_g.zero_grad()
            (F.l1_loss(fake, real) - self.critic(fake).mean()).backward()
            self.optimizer_g.step()
            self.lr_scheduler_g.step()  # want "runs before self.optimizer_g steps"

    def train_in_order(self, loader):
        for real in loader:
            fake = self.generator(real)
            self.optimizer_d.zero_grad()
            (self.critic(fake.detach()).mean() - self.critic(real).mean()).backward()
            self.optimizer_d.step()
            self.lr_scheduler_d.step()
            self.optimizer_g.zero_grad()
            (F.l1_loss(fake, real) - self.critic(fake).mean()).backward()
            self.optimizer_g.step()
            self.lr_scheduler_g.step()
