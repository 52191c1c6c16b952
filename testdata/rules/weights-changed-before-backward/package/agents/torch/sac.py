"""A package of the project's own that is called torch is not what `import torch` means in it."""
import torch
from torch import nn


class Trainer:
    def __init__(self, policy, critic, other_critic, rate=1e-3, optimizer_class=torch.optim.Adam):
        self.policy, self.critic, self.other_critic = policy, critic, other_critic
        self.criterion = nn.MSELoss()
        self.policy_optimizer = optimizer_class(self.policy.parameters(), lr=rate)
        self.critic_optimizer = optimizer_class(self.critic.parameters(), lr=rate)

    def train(self, batch):
        states, actions = batch["states"], batch["actions"]
        new_actions, log_probability = self.policy(states)
        value = torch.min(self.critic(states, new_actions), self.other_critic(states, new_actions))
        policy_loss = (log_probability - value).mean()
        critic_loss = self.criterion(self.critic(states, actions), batch["targets"])
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()  # want "optimizer.step.. has changed the weights of critic"
        self.policy_optimizer.step()
