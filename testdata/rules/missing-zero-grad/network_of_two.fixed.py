"""The network is one of two, and what is read of it each time is the same."""
import torch
from nets import load_network


class Trainer:
    def __init__(self, network, settings):
        self.network = network
        self.settings = settings
        self.optimizer = torch.optim.Adam(self.network.model.parameters(), lr=settings.lr)

    def run(self, loader):
        model = self.network.model
        for inputs, labels in loader:
            model.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(inputs), labels)
            loss.backward()
            self.optimizer.step()


class OtherPart(Trainer):
    def run(self, loader):
        for inputs, labels in loader:
            self.network.teacher.zero_grad()
            loss = torch.nn.functional.cross_entropy(self.network.model(inputs), labels)
            self.optimizer.zero_grad()
            loss.backward()  # want "nothing in this loop clears the gradients"
            self.optimizer.step()


def main(args, network, loader):
    if args.load:
        network = load_network(args.load)
    Trainer(network, args).run(loader)
    OtherPart(network, args).run(loader)
