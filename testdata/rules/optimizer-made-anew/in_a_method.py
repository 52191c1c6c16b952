import torch


class Agent:
    def __init__(self, net):
        self.net = net
        self.kept = torch.optim.Adam(self.net.parameters())

    def learn(self, x, y):
        optimizer = torch.optim.Adam(self.net.parameters())  # want "is made anew"
        loss = ((self.net(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    def learn_on(self, x, y):
        loss = ((self.net(x) - y) ** 2).mean()
        self.kept.zero_grad()
        loss.backward()
        self.kept.step()


def forgets(net, loader):
    agent = Agent(net)
    for x, y in loader:
        agent.learn(x, y)


def keeps(net, loader):
    agent = Agent(net)
    for x, y in loader:
        agent.learn_on(x, y)
