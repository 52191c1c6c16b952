# A method of the network is called by its name: the dropout that forward() runs is none of its layers.
import torch
from torch import nn
from torch.utils.data import DataLoader


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(1000, 64)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(64, 1000)

    def forward(self, ids):
        return self.out(self.drop(self.embed(ids)))

    def translate(self, ids):
        return self.out(self.embed(ids)).argmax(-1)

    def guess(self, ids):
        return self.forward(ids).argmax(-1)


def main(train_set, val_set):
    model = Translator()
    optimizer = torch.optim.Adam(model.parameters())
    val_loader = DataLoader(val_set, batch_size=32)
    for epoch in range(10):
        for ids, target in DataLoader(train_set, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(ids).flatten(0, 1), target.flatten()).backward()
            optimizer.step()
        right, guessed = 0, 0
        with torch.no_grad():
            for ids, target in val_loader:
                right += (model.translate(ids) == target).sum().item()
            for ids, target in val_loader:
                guessed += (model.guess(ids) == target).sum().item()  # want "is evaluated in training mode: its dropout stays on"
        print(epoch, right, guessed)
