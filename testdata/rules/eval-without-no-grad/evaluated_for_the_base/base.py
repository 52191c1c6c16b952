import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def test(self, loaders):
        self.model.eval()
        self.evaluate(loaders)

    def evaluate(self, loaders):
        return NotImplementedError("write it")

    def train(self, loaders, held_out, epochs):
        for epoch in range(epochs):
            self.model.train()
            self.run_epoch(loaders)
            self.model.eval()
            with torch.no_grad():
                self.evaluate(held_out)
