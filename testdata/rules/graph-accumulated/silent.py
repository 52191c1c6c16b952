import torch
import torch.nn as nn
import torch.nn.functional as F


def detached(model, loader, optimizer, criterion):
    total = correct = hits = 0
    losses, predictions, scores = [], [], {}
    for i, (x, y) in enumerate(loader):
        out = model(x)
        loss = criterion(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
        losses.append(loss.detach())
        losses.append(float(loss))
        predictions.append(out.argmax(dim=1))
        predictions += out.detach().cpu().numpy().tolist()
        correct += (out.argmax(1) == y).sum()
        hits += (out > 0.5).float().sum()
        correct += (out.argmax(1) == y).sum().item() / len(y)
        scores[i] = loss.data
        scores["last"] = loss
        scores["loss"] = scores.get("loss", 0) + loss.item()
    return total, losses, predictions, correct, hits, scores


def under_no_grad(model, loader, criterion):
    total = 0
    losses = torch.zeros(10)
    with torch.no_grad():
        for i, (x, y) in enumerate(loader):
            total += criterion(model(x), y)
            losses[i] = criterion(model(x), y)
    return total


@torch.inference_mode()
def decorated(model, loader, criterion):
    total = 0
    for x, y in loader:
        total += criterion(model(x), y)
    return total


@torch.no_grad()
def evaluate(model, loader, criterion):
    return collect(model, loader, criterion)


# Called above only.
def collect(model, loader, criterion):
    model.eval()
    total = 0
    for x, y in loader:
        total += criterion(model(x), y)
    return total


# The list is made inside the loop.
def fresh(heads, loader, optimizer):
    for x, y in loader:
        losses = []
        for head in heads:
            losses.append(F.mse_loss(head(x), y))
        sum(losses).backward()
        optimizer.step()
        optimizer.zero_grad()


# What is collected is differentiated.
def chunked(model, batch, optimizer):
    total = 0
    for chunk in batch.chunk(4):
        total += model(chunk).mean()
    total.backward()
    optimizer.step()


def accumulated_backward(model, loader, optimizer):
    pending = []
    for i, batch in enumerate(loader):
        pending.append(model(batch).mean())
        if len(pending) == 4:
            torch.stack(pending).mean().backward()
            optimizer.step()
            optimizer.zero_grad()
            pending = []


# The caller may differentiate it.
def chunked_loss(model, batch):
    total = 0
    for chunk in batch.chunk(4):
        total += model(chunk).mean()
    return total


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

    def forward(self, x):
        features = []
        for layer in self.layers:
            x = layer(x)
            features.append(x)
        return features


# Policy gradients: the log probabilities of an episode make its loss.
class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)
        self.saved = []

    def forward(self, x):
        return self.net(x).softmax(dim=-1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters())


def select(state):
    dist = torch.distributions.Categorical(policy(state))
    action = dist.sample()
    policy.saved.append(dist.log_prob(action))
    return action.item()


def finish(rewards):
    loss = []
    for log_prob, reward in zip(policy.saved, rewards):
        loss.append(-log_prob * reward)
    optimizer.zero_grad()
    torch.stack(loss).sum().backward()
    optimizer.step()
    del policy.saved[:]


def play(env):
    for episode in range(100):
        state, rewards = env.reset(), []
        for t in range(1000):
            state, reward, done = env.step(select(state))
            rewards.append(reward)
            if done:
                break
        finish(rewards)


# A helper that gives a number.
def step(model, x, optimizer):
    loss = model(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def with_helper(model, loader, optimizer, elsewhere):
    total = 0.0
    for x in loader:
        total += step(model, x, optimizer)
        total += elsewhere(x)
    return total


# Data and counters carry nothing.
def counting(model, loader, optimizer):
    seen, tokens, batches = 0, 0, []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += x.size(0)
        tokens += y.ne(0).sum()
        batches.append(x.cpu())
    return seen, tokens, batches


# The sum is reset in every iteration.
def reset(model, loader, optimizer):
    for x in loader:
        loss = 0
        for part in x.chunk(2):
            loss += model(part).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# Lightning runs validation under no_grad.
def validation_epoch(trainer, model):
    with torch.set_grad_enabled(trainer.training):
        total = 0
        for batch in trainer.loader:
            total += model(batch).mean()
    return total
