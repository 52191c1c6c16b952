import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def train_step(self, batch):
        self.model(batch).mean().backward(create_graph=True)

    def finish(self):
        self.optimizer.step()
        self.optimizer.zero_grad()


class Forgetful(Trainer):
    def train_step(self, batch):
        self.model(batch).sum().backward(create_graph=True)  # want "nothing in the loop"

    def finish(self):
        for p in self.model.parameters():
            p.data.sub_(0.1 * p.grad)
            p.grad.data.zero_()
