import torch
from torch import nn


class Trainer:
    def __init__(self, device):
        self.device = device
        self.generator, self.critic = nn.Linear(4, 8).to(device), nn.Linear(8, 1).to(device)
        self.generator_optimizer, self.critic_optimizer = self.optimizers()

    def optimizers(self):
        return torch.optim.Adam(self.generator.parameters()), torch.optim.Adam(self.critic.parameters())

    def train(self, loader):
        for z, real in loader:
            self.critic_optimizer.zero_grad()
            fake = self.generator(z.to(self.device))
            loss = self.critic(fake.detach()).mean() - self.critic(real.to(self.device)).mean()
            loss.backward()
            self.critic_optimizer.step()
            self.generator_optimizer.zero_grad()  # want "generator_optimizer is cleared in each step and never steps"
            (-self.critic(fake).mean()).backward()
            self.critic_optimizer.step()


if __name__ == "__main__":
    Trainer("cuda").train(torch.utils.data.DataLoader(torch.load("pairs.pt", weights_only=True), batch_size=8, num_workers=4, pin_memory=True))
