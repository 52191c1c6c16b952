import torch


class Trainer:
    def __init__(self, model, loader, held_out):
        self.model = model
        self.loader = loader
        self.held_out = held_out
        self.optimizer = torch.optim.Adam(model.parameters())

    def run_batch(self, batch):
        return self.model.compute_loss(batch["image"], batch["label"])

    def predict_batch(self, batch):
        return self.model.predict(batch["image"])

    def fit(self, epochs):
        for epoch in range(epochs):
            self.model.train()
            for batch in self.loader:
                loss = self.run_batch(batch)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            print(self.measure(), self.measure_quietly(), self.look())

    # The same helper makes the call for both.
    def measure(self):
        self.model.eval()
        total = 0.0
        for batch in self.held_out:
            total += self.run_batch(batch).item()  # want "gradients on in an evaluation loop"
        return total

    @torch.no_grad()
    def measure_quietly(self):
        self.model.eval()
        total = 0.0
        for batch in self.held_out:
            total += self.run_batch(batch).item()
        return total

    def look(self):
        self.model.eval()
        return [self.predict_batch(batch) for batch in self.held_out]
