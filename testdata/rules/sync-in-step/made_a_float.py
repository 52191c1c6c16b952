# float() of a tensor waits as item() does; three reads of one loss are one wait.
import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(8, 8), nn.Linear(8, 8)
        self.first = torch.optim.Adam(self.encoder.parameters())
        self.second = torch.optim.Adam(self.decoder.parameters())
        self.cuda()

    def train_on(self, loader):
        logs = {"encoder": 0.0, "decoder": 0.0}
        for x in loader:
            x = x.cuda()
            hidden = self.encoder(x)
            loss = hidden.pow(2).mean()
            self.first.zero_grad()
            loss.backward()
            self.first.step()
            logs["encoder"] += loss.item()  # want "waits for the GPU 2 times"
            rebuilt = F.mse_loss(self.decoder(hidden.detach()), x)
            self.second.zero_grad()
            rebuilt.backward()
            self.second.step()
            logs["decoder"] += float(rebuilt)
        return logs

    def train_once(self, loader):
        total, best = 0.0, 1e9
        for x in loader:
            x = x.cuda()
            loss = self.encoder(x).pow(2).mean()
            self.first.zero_grad()
            loss.backward()
            self.first.step()
            total += float(loss)
            best = min(best, loss.item())
            print(loss.item())
        return total, best
