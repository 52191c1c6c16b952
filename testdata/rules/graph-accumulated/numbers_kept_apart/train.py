# What is kept as it is where isinstance says that it is a number: a tensor goes the other way.
from losses import Critic
from meters import Averages


def epoch(critic, net, optimizer, loader, config, step):
    averages = Averages()
    for fake, real in loader:
        shown = dict()
        if step >= config.start:
            parts = critic(net(fake), net(real))
            loss = parts["loss"]
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            for name, value in parts.items():
                if isinstance(value, (int, float)):
                    shown[name] = value
                else:
                    shown[name] = value.item()
        updates = dict()
        for name, value in shown.items():
            updates["avg_" + name] = value
        averages.update(updates)


def sums_of_numbers(config, net, optimizer, loader):
    critic = Critic(config)
    for _ in range(config.epochs):
        epoch(critic, net, optimizer, loader, config, 1)
