import torch


class Agent:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.RMSprop(network.parameters())
        self.total, self.recent, self.later, self.count = 0.0, 0.0, 0.0, 0

    # Somebody calls it for each batch.
    def learn(self, batch):
        values = self.network(batch.states).gather(1, batch.actions)
        loss = (values - batch.returns).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.total += loss  # want "self.total keeps loss of every call"
        self.count += 1

    def report(self):
        print(self.total / self.count)
        self.total, self.count = 0.0, 0

    # Begun anew in the method itself.
    def learn_and_print(self, batch):
        loss = self.network(batch.states).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.recent += loss
        if batch.last:
            print(self.recent)
            self.recent = 0.0

    # Differentiated as a whole, elsewhere.
    def collect(self, batch):
        loss = self.network(batch.states).pow(2).mean()
        self.later = self.later + loss

    def differentiate(self):
        self.optimizer.zero_grad()
        self.later.backward()
        self.optimizer.step()
        self.later = 0.0
