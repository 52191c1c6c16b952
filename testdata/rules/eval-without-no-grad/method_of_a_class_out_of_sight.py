import torch


class Trainer:
    def __init__(self, model, loader, held_out):
        self.model = model
        self.loader = loader
        self.held_out = held_out
        self.optimizer = torch.optim.Adam(model.parameters())

    def train_epoch(self):
        self.model.train()
        for batch in self.loader:
            self.optimizer.zero_grad()
            loss = self.model.calculate_loss(batch)
            loss.backward()
            self.optimizer.step()

    def valid_epoch(self):
        self.model.eval()
        total = 0.0
        for batch in self.held_out:
            total += self.model.calculate_loss(batch).item()  # want "gradients on in an evaluation loop"
        return total

    def quiet_epoch(self):
        self.model.eval()
        total = 0.0
        for batch in self.held_out:
            with torch.no_grad():
                total += self.model.calculate_loss(batch).item()
        return total

    def samples(self):
        self.model.eval()
        return [self.model.generate(batch).cpu() for batch in self.held_out]

    def fit(self):
        for epoch in range(10):
            self.train_epoch()
            print(self.valid_epoch(), self.quiet_epoch(), self.samples())
