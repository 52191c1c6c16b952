import torch


class Agent:
    def __init__(self, policy, optimizer):
        self.policy = policy
        self.optimizer = optimizer

    def train_step(self, batch):
        loss = self.policy(batch).mean()
        loss.backward()  # want "nothing in this step clears the gradients that self.optimizer steps on"
        self.optimizer.step()
        return loss.item()


class Careful:
    def __init__(self, policy, optimizer):
        self.policy = policy
        self.optimizer = optimizer

    def train_step(self, batch):
        loss = self.policy(batch).mean()
        loss.backward()
        self.optimizer.step()
        self.forget()
        return loss.item()

    def forget(self):
        self.optimizer.zero_grad()


class Fresh:
    def train_step(self, batch):
        optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)
        self.policy(batch).mean().backward()
        optimizer.step()


class Unnamed:
    def learn_from(self, batch):
        self.policy(batch).mean().backward()
        self.optimizer.step()


class Uncalled:
    def train_batch(self, batch):
        self.policy(batch).mean().backward()
        self.optimizer.step()
