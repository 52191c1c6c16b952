import torch
import torch.nn as nn


def rollout(states, critic: nn.Linear, actor: nn.Linear, size, assets):
    optimizer = torch.optim.Adam(critic.parameters())
    actor_optimizer = torch.optim.Adam(actor.parameters())
    values = torch.zeros((size, assets))
    chances = torch.zeros((size, assets))
    for epoch in range(10):
        for step in range(len(states)):
            at = step % size
            for i in range(assets):
                values[at, i] = critic(states[i, step])
                chances[at, i] = actor(states[i, step]).log()
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
