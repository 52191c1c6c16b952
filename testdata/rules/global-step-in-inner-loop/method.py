import torch


class Trainer:
    def __init__(self, critic, generator, loader):
        self.critic, self.generator, self.loader = critic, generator, loader
        self.optimizer_d = torch.optim.Adam(critic.parameters())
        self.optimizer_g = torch.optim.Adam(generator.parameters())
        self.global_step = 0

    def critic_turn(self, real):
        self.optimizer_d.zero_grad()
        self.critic(real).mean().backward()
        self.optimizer_d.step()

    def step_done(self):
        self.global_step += 1  # want "self.global_step is incremented in the loop at line 21"

    def fit(self):
        for real in self.loader:
            for _ in range(5):
                self.critic_turn(real)
                self.step_done()
            self.optimizer_g.zero_grad()
            self.critic(self.generator(real)).mean().backward()
            self.optimizer_g.step()
            if self.global_step > 1000:
                break
