# What becomes of a pass tells whether it needs its graph, whatever the code around it is called.
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torchvision.utils import make_grid, save_image


class Policy(nn.Module):
    def __init__(self, width, actions):
        super().__init__()
        self.hidden = nn.Linear(width, 64)
        self.out = nn.Linear(64, actions)

    def forward(self, x):
        return self.out(F.relu(self.hidden(x)))


# A game: the values of the positions are numbers.
def best_move(net, positions):
    values = []
    for position in positions:
        with torch.no_grad():
            values.append(net(torch.from_numpy(position).float()).item())  # want "net runs with gradients on, and only the values"
    return int(np.argmax(values))


class Agent:
    def __init__(self, env):
        self.env = env
        self.policy = Policy(8, 4)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-3)

    def act(self, state):
        with torch.no_grad():
            scores = self.policy(torch.as_tensor(state))  # want "policy runs with gradients on, and only the values"
        return scores.argmax(-1).item()

    # REINFORCE: the update differentiates what it chose by.
    def choose(self, state):
        chances = torch.distributions.Categorical(logits=self.policy(torch.as_tensor(state)))
        action = chances.sample()
        return action.item(), chances.log_prob(action)

    def play(self):
        state, done = self.env.reset(), False
        while not done:
            state, reward, done = self.env.step(self.act(state))

    def learn(self):
        state, kept = self.env.reset(), []
        for _ in range(100):
            action, chance = self.choose(state)
            state, reward, _ = self.env.step(action)
            kept.append(-chance * reward)
        self.optimizer.zero_grad()
        torch.stack(kept).sum().backward()
        self.optimizer.step()


# One picture, in a script.
def classify(path, picture, names):
    model = Policy(8, 4)
    model.load_state_dict(torch.load(path, weights_only=True))
    model.eval()
    with torch.no_grad():
        scores = F.softmax(model(picture), dim=1)  # want "model runs with gradients on, and only the values"
    _, best = torch.max(scores, 1)
    return names[best]


# Whoever calls it may differentiate what it gives.
def scores_of(path, picture):
    model = Policy(8, 4)
    model.load_state_dict(torch.load(path, weights_only=True))
    model.eval()
    scores = model(picture)
    print(scores.argmax(1).item())
    return scores


# Kept for later.
class Keeper:
    def look(self, net, picture):
        self.scores = net(picture)
        print(self.scores.argmax(1).item())


# A look at the shapes of a network that nobody trains, on made-up input.
def shapes():
    model = Policy(8, 4)
    model.eval()
    scores = model(torch.randn(2, 8).clamp(-1, 1))
    print(scores.argmax(1))


# What another network is trained on is detached, not read.
def adversary(generator, critic, loader, optimizer_d):
    for real in loader:
        fake = generator(torch.randn(len(real), 8))
        loss = critic(fake.detach()).mean() - critic(real).mean()
        optimizer_d.zero_grad()
        loss.backward()
        optimizer_d.step()
        print(loss.item())


def gan(generator, critic, loader, optimizer_g, optimizer_d, noise, epochs):
    for epoch in range(epochs):
        for real in loader:
            optimizer_d.zero_grad()
            (critic(generator(torch.randn(len(real), 8)).detach()).mean() - critic(real).mean()).backward()
            optimizer_d.step()
            optimizer_g.zero_grad()
            (-critic(generator(torch.randn(len(real), 8))).mean()).backward()
            optimizer_g.step()
        with torch.no_grad():
            fake = generator(noise)  # want "generator runs with gradients on, and only the values"
        save_image(make_grid(fake), f"{epoch}.png")


# The loss is computed where it is not seen.
def unseen(model, loader, optimizer, trainer):
    for x, y in loader:
        out = model(x)
        loss = trainer.loss(out, y)
        print(out.argmax(1).eq(y).sum().item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# The other of two rewards is only looked at, and a value that goes with it into a sum that is differentiated is none to be read alone.
def mixed(model, loader, optimizer):
    total, seen = {}, 0
    for x, y in loader:
        out = model(x)
        total["loss"] = F.cross_entropy(out, y)
        total["right"] = (out.argmax(1) == y).float().mean()
        seen += total["right"].item()
        optimizer.zero_grad()
        sum(total.values()).backward()
        optimizer.step()
    print(seen)


# A saliency map needs them.
def saliency(model, picture):
    model.eval()
    picture.requires_grad_()
    scores = model(picture)
    scores.max().backward()
    return picture.grad.abs().numpy(), scores.argmax(1).item()


@torch.no_grad()
def best_quietly(net, positions):
    return int(np.argmax([net(position).item() for position in positions]))


# One function for both: whoever trains turns gradients on.
def measure(net, positions):
    return net(positions).mean().item()


def measured(net, positions):
    with torch.no_grad():
        return measure(net, positions)


# Not every policy is a network: this one turns pictures.
def augmented(policy, pictures):
    return [policy(picture).numpy() for picture in pictures]


# With gradients on, this raises: its callers have turned them off.
def arrays(net, rows):
    return [net(row).numpy() for row in rows], net(rows[0]).cpu().numpy().argmax()


# Pictures are drawn from noise.
def draw(generator, epoch):
    generator.eval()
    with torch.no_grad():
        save_image(generator(torch.randn(16, 8)), f"{epoch}.png")  # want "generator runs with gradients on, and only the values"


# A unit test of one answer.
def test_answers(net, rows):
    net.eval()
    answers = net(rows).argmax(1)
    assert answers.tolist() == [0, 1]


# What a base class calls it may call without gradients.
class Learner:
    def targets(self, state):
        with torch.no_grad():
            return self.best(state)

    def best(self, state):
        raise NotImplementedError


class Greedy(Learner):
    def __init__(self):
        self.policy = Policy(8, 4)
        self.optimizer = torch.optim.Adam(self.policy.parameters())

    def best(self, state):
        return self.policy(state).argmax(1).tolist()

    def shown(self, state):
        with torch.no_grad():
            return self.policy(state).argmax(1).tolist()  # want "policy runs with gradients on, and only the values"
