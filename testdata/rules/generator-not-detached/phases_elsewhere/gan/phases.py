import torch.nn.functional as F


def judge(generator, critic, optimizer, real, z):
    fake = generator(z)
    optimizer.zero_grad()
    loss = F.softplus(-critic(real)).mean() + F.softplus(critic(fake)).mean()
    loss.backward()  # want "also goes through generator"
    optimizer.step()


def judge_alone(generator, critic, optimizer, real, z):
    fake = generator(z).detach()
    optimizer.zero_grad()
    loss = F.softplus(-critic(real)).mean() + F.softplus(critic(fake)).mean()
    loss.backward()
    optimizer.step()


def draw(generator, critic, optimizer, z):
    optimizer.zero_grad()
    F.softplus(-critic(generator(z))).mean().backward()
    optimizer.step()
