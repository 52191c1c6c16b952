from torch.utils.data import DataLoader

from .data import Images


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.loader = DataLoader(Images("train"), batch_size=8)  # want "no num_workers"

    def fit(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            self.model(x.cuda(), y.cuda()).backward()
            self.optimizer.step()
