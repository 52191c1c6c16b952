import torch
import torch.nn.functional as F


class Client:
    def __init__(self, model, batches, held):
        self.model, self.batches, self.held = model, batches, held

    def fit(self):
        opt = torch.optim.SGD(self.model.parameters(), lr=0.05)
        for x, y in self.batches:
            opt.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            opt.step()

    @torch.no_grad()
    def score(self):
        self.model.eval()
        return sum((self.model(x).argmax(1) == y).sum().item() for x, y in self.held)


class CarefulClient(Client):
    def fit(self):
        self.model.train()
        super().fit()
