import torch
import torch.nn.functional as F


class Buffer:
    def __init__(self):
        self.rows = torch.zeros(1000, 4)
        self.at = 0

    def push(self, row):
        self.rows[self.at : self.at + 1] = row
        self.at += 1


def train(model, env, loader, opt):
    buffer = Buffer()
    mean, std = torch.zeros(5, 1), torch.ones(5, 1)
    for state in loader:
        for _ in range(3):
            actions = mean + std * torch.randn(20, 5, 1)
            rewards = model(state, actions).sum(1)  # also eval-without-no-grad
            _, best = torch.topk(rewards, k=4)
            elite = actions[best]
            mean, std = elite.mean(0), elite.std(0)
        buffer.push(torch.cat([state, mean[0].unsqueeze(0)], dim=1))
        loss = F.mse_loss(model(state, actions), env.step(mean))
        opt.zero_grad()
        loss.backward()
        opt.step()


def values_are_kept(model, loader, opt):
    best, places = [], []
    for x, y in loader:
        scores = model(x)
        top = scores.topk(2)
        best.append(top[0])  # want "keeps"
        places.append(top[1])
        places.append(scores.sort(dim=1).indices)
        loss = F.cross_entropy(scores, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return torch.cat(best), torch.cat(places)
