import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.outer = nn.Linear(4, 16), nn.Linear(16, 2)

    def forward(self, x):
        x = torch.dropout(torch.relu(self.inner(x)), 0.1, self.training)
        return torch.log_softmax(self.outer(x), -1)


class Agent:
    def __init__(self, env, args):
        self.env, self.args = env, args
        self.policy = Policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters())

    def train(self):
        for epoch in range(1000):
            returns, chances = self.play()
            self.optimizer.zero_grad()
            loss = (returns * -chances).mean()
            loss.backward()
            self.optimizer.step()
            if epoch % 50 == 0:
                self.policy.eval()
                scores = [self.play(test=True) for _ in range(10)]
                print(sum(scores) / len(scores))
                self.policy.train()

    def play(self, test=False):
        state, done, rewards, chances = self.env.reset(), False, [], []
        while not done:
            found = self.policy.forward(torch.tensor(state).float().unsqueeze(0)).squeeze(0)  # want "runs with gradients on where the loop evaluates"
            action = torch.argmax(torch.distributions.Multinomial(logits=found).sample())
            chances.append(found[action])
            state, reward, done, _ = self.env.step(action.item())
            rewards.append(reward)
        if test:
            return sum(rewards)
        return torch.tensor(rewards), torch.stack(chances)


def main(env, args):
    Agent(env, args).train()
