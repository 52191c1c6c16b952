import torch
from torch import nn


class Tagger:
    def __init__(self, options):
        self.model = nn.LSTM(8, options["hidden"], batch_first=True)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def load(self, name):
        self.model.load_state_dict(torch.load(name, map_location="cpu")["model"])

    def update(self, batch, target):
        self.model.train()
        self.optimizer.zero_grad()
        out, _ = self.model(batch)
        loss = nn.functional.mse_loss(out, target)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def predict(self, batch):
        self.model.eval()
        out, _ = self.model(batch)  # want "only the values of what it gives are read"
        return torch.softmax(out, dim=-1).data.cpu().numpy().tolist()
