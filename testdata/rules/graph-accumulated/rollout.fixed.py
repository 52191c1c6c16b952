# What a policy gives while it plays is detached before anybody trains on it: its graphs are kept until then.
import torch
import torch.nn.functional as F
from torch.distributions import Categorical

from env import Envs
from model import Policy


def train(opt):
    envs = Envs(opt)
    model = Policy(envs.states, envs.actions)
    optimizer = torch.optim.Adam(model.parameters(), lr=opt.lr)
    state = envs.reset()
    while True:
        old, actions, values, states, rewards = [], [], [], [], []
        for _ in range(opt.local_steps):
            states.append(state)
            logits, value = model(state)
            values.append(value.squeeze().detach())  # want "values keeps the autograd graph of the value"
            policy = Categorical(F.softmax(logits, dim=1))
            action = policy.sample()
            actions.append(action)
            old.append(policy.log_prob(action).detach())  # want "old keeps the autograd graph"
            state, reward = envs.step(action)
            rewards.append(reward)
        old = torch.cat(old)
        values = torch.cat(values).detach()
        advantages = torch.cat(rewards) - values
        for i in range(opt.epochs):
            logits, value = model(torch.cat(states))
            policy = Categorical(F.softmax(logits, dim=1))
            ratio = torch.exp(policy.log_prob(torch.cat(actions)) - old.detach())
            loss = -(ratio * advantages).mean() + F.smooth_l1_loss(torch.cat(rewards), value.squeeze())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


# The same values go into a loss, too.
def train_on_them(opt):
    envs = Envs(opt)
    model = Policy(envs.states, envs.actions)
    optimizer = torch.optim.Adam(model.parameters(), lr=opt.lr)
    state = envs.reset()
    while True:
        values, rewards, logs = [], [], []
        for _ in range(opt.local_steps):
            logits, value = model(state)
            policy = Categorical(F.softmax(logits, dim=1))
            action = policy.sample()
            values.append(value.squeeze())
            logs.append(policy.log_prob(action))
            state, reward = envs.step(action)
            rewards.append(reward)
        advantages = torch.cat(rewards) - torch.cat(values).detach()
        loss = -(torch.cat(logs) * advantages).mean() + F.mse_loss(torch.cat(values), torch.cat(rewards))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# Without gradients, there is nothing to keep.
def play(opt):
    envs = Envs(opt)
    model = Policy(envs.states, envs.actions)
    state = envs.reset()
    values = []
    for _ in range(opt.local_steps):
        with torch.no_grad():
            logits, value = model(state)
        values.append(value.squeeze())
        state, _ = envs.step(logits.argmax(1))
    print(torch.cat(values).detach().mean())
