import torch
import torch.nn as nn


def rollout(states, critic: nn.Linear, rewards):
    optimizer = torch.optim.Adam(critic.parameters())
    values = torch.zeros(len(states) * 10)
    for epoch in range(10):
        for step in range(len(states)):
            value = critic(states[step])
            loss = (rewards[step] - value).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            values[epoch * len(states) + step] = critic(rewards[step])  # want "keeps the autograd graph"
    return values.detach_().mean()
