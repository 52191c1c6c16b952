import torch
from torch import nn
from torch.distributions import Categorical

from environment import make


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.parameters())
        self.transitions = []

    def act(self, state):
        choice = Categorical(logits=self.body(state))
        action = choice.sample()
        return action.item(), choice.log_prob(action)

    def put(self, transition):
        self.transitions.append(transition)  # want "of every iteration of the loop in line 48, up to where it starts over, and nothing"

    def batch(self):
        states, actions, rewards, chances = [], [], [], []
        for state, action, reward, chance in self.transitions:
            states.append(state)
            actions.append(action)
            rewards.append(reward)
            chances.append([chance])
        self.transitions = []
        return torch.stack(states), torch.tensor(actions), torch.tensor(rewards), torch.tensor(chances)

    def learn(self):
        states, actions, rewards, chances = self.batch()
        for _ in range(4):
            choice = Categorical(logits=self.body(states))
            ratio = (choice.log_prob(actions) - chances.squeeze(-1)).exp()
            loss = -(ratio * rewards).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def main():
    env, policy, step = make(), Policy(), 0
    for episode in range(1000):
        state = env.reset()
        for t in range(200):
            step += 1
            action, chance = policy.act(torch.from_numpy(state).float())
            following, reward, done, _ = env.step(action)
            policy.put((state, action, reward, chance))
            state = following
            if step % 128 == 0:
                policy.learn()
            if done:
                break


main()
