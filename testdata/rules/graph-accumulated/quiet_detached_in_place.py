import torch
import torch.nn as nn


def rollout(states, critic: nn.Linear, actor: nn.Linear, size):
    optimizer = torch.optim.Adam(critic.parameters())
    actor_optimizer = torch.optim.Adam(actor.parameters())
    values = torch.zeros(size)
    chances = torch.zeros(size)
    for epoch in range(10):
        for step in range(len(states)):
            at = step % size
            values[at] = critic(states[step])
            chances[at] = actor(states[step]).log()
            if at == size - 1:
                loss = (1 - values).pow(2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                actor_loss = (chances * values.detach()).mean()
                actor_optimizer.zero_grad()
                actor_loss.backward()
                actor_optimizer.step()
                values.detach_()
                chances.detach_()
