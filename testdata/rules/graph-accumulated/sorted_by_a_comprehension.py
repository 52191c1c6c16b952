# A comprehension that asks of each value whether it is a tensor makes numbers of those that are.
import torch


class Trainer:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())
        self.history = []

    def step(self, x):
        out = self.model(x)
        loss = out.mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        stats = {"loss": loss, "size": len(x)}
        for name, value in {"spread": out.std()}.items():
            stats[f"of/{name}"] = value
        return stats

    def train(self):
        for x in self.loader:
            stats = self.step(x)
            self.history.append({k: v.item() if torch.is_tensor(v) else v for k, v in stats.items()})

    def train_with_all_of_it(self):
        kept = []
        for x in self.loader:
            kept.append(self.step(x))  # want "kept keeps"
        print(kept)
